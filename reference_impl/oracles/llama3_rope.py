r"""Second opinion on the frequency rule of Llama 3.1: meta-llama/llama-models, models/llama3/model.py,
apply_scaling (the Llama 3 report itself gives only the base, 500,000). With lambda = 2 pi / theta:

    lambda < L / high_frequency_factor      theta
    lambda > L / low_frequency_factor       theta / factor
    between, both ends included             (1 - smooth) theta / factor + smooth theta,
                                            smooth = (L / lambda - low) / (high - low)

Meta's code hard-wires factor 8, low 1, high 4, L = 8192, and pairs neighbouring channels.
"""
import math

import numpy

from . import position_interpolation, rope


def inverse_frequencies(
        head_dim, base=500000.0, factor=8.0, low_frequency_factor=1.0, high_frequency_factor=4.0,
        original_length=8192):
    """One pair at a time: float64 [head_dim / 2]."""
    longest = original_length / low_frequency_factor
    shortest = original_length / high_frequency_factor
    out = []
    for theta in rope.inverse_frequencies(head_dim, base):
        wavelength = 2 * math.pi / float(theta)
        if wavelength < shortest:
            out.append(float(theta))
        elif wavelength > longest:
            out.append(float(theta) / factor)
        else:
            smooth = (original_length / wavelength - low_frequency_factor) / (
                high_frequency_factor - low_frequency_factor)
            out.append((1 - smooth) * float(theta) / factor + smooth * float(theta))
    return numpy.array(out, dtype=numpy.float64)


def logits(q, k, q_positions, k_positions, options, given):
    """RoPE scores with the new frequencies, no temperature: float64 [heads, nq, nk]."""
    frequencies = inverse_frequencies(**{name: options[name] for name in options if name != "pairing"})
    return position_interpolation.scores(q, k, q_positions, k_positions, frequencies, options["pairing"])

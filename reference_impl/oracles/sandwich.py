r"""Second opinion on Sandwich: Chi et al. 2023, the section that derives it from the sinusoidal embedding.

    p_m . p_n = sum over k = 1 .. d/2 of cos((m - n) / 10000^(2k/d))       d = 128, whatever the model's width

is all that the method keeps of the sinusoids: it is added to the logits, after the division by sqrt(d of a head),
and divided for head n of H by its compression ratio 8n/H (n = 1 .. H). Nothing is learned. k counts from 1, as in
the equation and in NVIDIA/NeMo (sandwich_relative_position_embedding.py), so no frequency is 1. NeMo also takes
d/2 from every sum, which is constant for a head: softmax does not see it, and it is not done here.
"""
import math

import numpy

from . import plain


def inverse_frequencies(width=128, base=10000.0):
    """base^(-2k/width) for k = 1 .. width/2: float64 [width / 2]."""
    return numpy.array([math.pow(base, -2 * k / width) for k in range(1, width // 2 + 1)], dtype=numpy.float64)


def compression(heads):
    """8n/H for head n = 1 .. H: float64 [heads]."""
    return numpy.array([8 * n / heads for n in range(1, heads + 1)], dtype=numpy.float64)


def bias_at(offset, heads, width=128, base=10000.0):
    """The bias for one offset: float64 [heads]."""
    total = math.fsum(math.cos(float(offset) * float(f)) for f in inverse_frequencies(width, base))
    return total / compression(heads)


def logits(q, k, q_positions, k_positions, options, given):
    """q . k / sqrt(d) + bias(i - j): float64 [heads, nq, nk]."""
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for row, i in enumerate(q_positions):
        for column, j in enumerate(k_positions):
            bias = bias_at(float(i) - float(j), options["heads"], options["width"], options["base"])
            for h in range(options["heads"]):
                out[h, row, column] += bias[h]
    return out

r"""Second opinion on RoPE with adjusted base frequency: Xiong et al. 2023 (arXiv 2309.16039), section 4.1.

The base b = 10,000 of theta_i = b^(-2i/d) becomes 500,000, and nothing else changes. Here the new frequency
is the old one times (500000 / 10000)^(-2i/d), that is theta_i / 50^(2i/d) at the default.
"""
import math

import numpy

from . import position_interpolation, rope


def inverse_frequencies(head_dim, base=500000.0):
    """theta_i (base / 10000)^(-2i/d): float64 [head_dim / 2]."""
    old = rope.inverse_frequencies(head_dim, 10000.0)
    return numpy.array([old[i] / math.pow(base / 10000.0, 2 * i / head_dim) for i in range(head_dim // 2)])


def logits(q, k, q_positions, k_positions, options, given):
    """RoPE scores with the new frequencies: float64 [heads, nq, nk]."""
    frequencies = inverse_frequencies(options["head_dim"], options["base"])
    return position_interpolation.scores(q, k, q_positions, k_positions, frequencies, options["pairing"])

r"""Second opinion on NTK-aware interpolation: Peng et al. 2023 (YaRN, arXiv 2309.00071v2), Definition 1.

    g(m) = m                            (14)
    h(theta_i) = b'^(-2i/d)             (15)
    b' = b s^(d/(d-2))                  (16)

i counts pairs from 0, d is the rotated width. Here the new frequency is not taken from b' but from what
(15) and (16) say together, theta_i s^(-2i/(d-2)): the first pair stays, the last is divided by s exactly.
d = 2 has one pair, first and last at once, and no exponent: not defined.
"""
import math

import numpy

from . import position_interpolation, rope


def adjusted_base(head_dim, base=10000.0, factor=1.0):
    """b' of (16)."""
    return float(base) * math.exp(math.log(factor) * head_dim / (head_dim - 2))


def inverse_frequencies(head_dim, base=10000.0, factor=1.0):
    """theta_i s^(-2i/(d-2)): float64 [head_dim / 2]."""
    if head_dim < 4:
        raise ValueError("d / (d - 2) needs d of at least 4")
    theta = rope.inverse_frequencies(head_dim, base)
    return numpy.array([theta[i] / math.pow(factor, 2 * i / (head_dim - 2)) for i in range(head_dim // 2)])


def logits(q, k, q_positions, k_positions, options, given):
    """RoPE scores with the new frequencies: float64 [heads, nq, nk]."""
    frequencies = inverse_frequencies(options["head_dim"], options["base"], options["factor"])
    return position_interpolation.scores(q, k, q_positions, k_positions, frequencies, options["pairing"])

r"""Second opinion on ALiBi: Press, Smith and Lewis 2022, section 3, one entry at a time in float64.

    softmax(q_i K^T + m . [-(i-1), ..., -2, -1, 0])

For n heads the paper's slopes are the geometric sequence that starts at 2^(-8/n) with that same ratio. The
authors' code does this only for powers of two; for other n it takes the sequence of the next lower power of
two, then every other value of the sequence of twice that power. Exponents are exact rationals here, so that
no rounding of a logarithm can pick the wrong power.
"""
import math
from fractions import Fraction

import numpy

from . import plain


def exponents(heads, slope_rule="code"):
    """e_h with slope = 2^(-e_h), exact, for h = 1 .. heads."""
    power = 1
    while power * 2 <= heads:
        power *= 2
    if slope_rule == "paper" or power == heads:
        return [Fraction(8 * h, heads) for h in range(1, heads + 1)]
    lower = [Fraction(8 * h, power) for h in range(1, power + 1)]
    finer = [Fraction(8 * h, 2 * power) for h in range(1, 2 * power + 1)]
    every_other = [finer[index] for index in range(0, 2 * power, 2)]
    return lower + every_other[: heads - power]


def slopes(heads, slope_rule="code"):
    """m_h: float64 [heads]."""
    return numpy.array([2.0 ** -float(e) for e in exponents(heads, slope_rule)], dtype=numpy.float64)


def bias(q_positions, k_positions, heads, slope_rule="code", symmetric=False):
    """-m (i - j), or -m |i - j| when symmetric, for flat lists of positions: float64 [heads, nq, nk]."""
    m = slopes(heads, slope_rule)
    out = numpy.zeros((heads, len(q_positions), len(k_positions)), dtype=numpy.float64)
    for h in range(heads):
        for row, i in enumerate(q_positions):
            for column, j in enumerate(k_positions):
                distance = float(i) - float(j)
                out[h, row, column] = -m[h] * (abs(distance) if symmetric else distance)
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """q . k / sqrt(d) plus the bias: float64 [heads, nq, nk]."""
    scores = plain.products(q, k, 1 / math.sqrt(len(q[0][0])))
    return scores + bias(q_positions, k_positions, options["heads"], options["slope_rule"], options["symmetric"])

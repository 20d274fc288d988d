r"""Second opinion on row interpolation of a learned table: LongEmbed (Zhu et al. 2024), linear interpolation (no
equation number was read); the atlas's own formula in kb/methods/learned-row-interpolation.yml.

    p'_m = (1 - lambda) p_floor(m/s) + lambda p_(floor(m/s)+1),    lambda = m/s - floor(m/s)

Position m counts from 0; s is the factor; m/s must lie in [0, L - 1]. The quotient is an exact rational here, so
no rounding can move a position to a neighbouring row. Linear only. s = 1 is the learned absolute table.
"""
import math
from fractions import Fraction

import numpy

from . import plain


def place(position, factor):
    """m/s as an exact rational."""
    return Fraction(float(position)) / Fraction(float(factor))


def row(position, weight, factor=1.0):
    """p'_m, the interpolated row: float64 [width]."""
    length, width = len(weight), len(weight[0])
    at = place(position, factor)
    if at < 0 or at > length - 1:
        raise ValueError(f"position {position} reads row {float(at)}, outside 0 .. {length - 1}")
    below = math.floor(at)
    share = at - below
    out = numpy.zeros(width, dtype=numpy.float64)
    for channel in range(width):
        value = (1 - share) * Fraction(float(weight[below][channel]))
        if share > 0:
            value += share * Fraction(float(weight[below + 1][channel]))
        out[channel] = float(value)
    return out


def table(positions, options, given):
    """Rows p'_m for a flat list of positions: float64 [n, width]."""
    if options.get("interpolation", "linear") != "linear":
        raise ValueError("only linear interpolation is defined here")
    weight = given["parameters"]["weight"]
    rows = numpy.zeros((len(positions), options["width"]), dtype=numpy.float64)
    for index, position in enumerate(positions):
        rows[index] = row(position, weight, options.get("factor", 1.0))
    return rows


def embed(x, positions, options, given):
    """x: rows [n, width]; positions: flat list [n]; parameters weight [length, width]. float64 [n, width]."""
    rows = table(positions, options, given)
    return plain.added(x, rows)

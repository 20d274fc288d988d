r"""Second opinion on the sinusoidal code of a grid: Carion et al. 2020 (DETR), appendix A.4, one entry at a time.

The appendix has no numbered equation: d/2 sines and cosines of different frequencies for each of the two
coordinates, put one after the other. The authors' PositionEmbeddingSine says the rest; it puts y first, and with
k = 0 .. d/2 - 1 and t_k = temperature^(2 floor(k / 2) / (d/2)) has

    sin(y / t_k) for even k,  cos(y / t_k) for odd k,      then the same of x.

With normalise the coordinates, which that code counts from 1, become (y + 1) / (rows + 1e-6) * 2 pi and
(x + 1) / (columns + 1e-6) * 2 pi. Positions count from 0 here, and without normalise they go in as they are.
"""
import math

import numpy

from . import sinusoidal

EPSILON = 1e-6


def coordinate(value, count, normalise):
    """What stands in place of the coordinate: itself, or its share of a full turn."""
    if not normalise:
        return float(value)
    if count is None:
        raise ValueError("normalise needs rows and columns")
    return (float(value) + 1.0) / (float(count) + EPSILON) * (2.0 * math.pi)


def table(positions, width, layout="interleaved", base=10000.0, normalise=False, rows=None, columns=None):
    """Rows PE(y, x) for a list of (y, x): float64 [n, width]."""
    if width % 4 != 0:
        raise ValueError("width must be a multiple of 4")
    half = width // 2
    out = numpy.zeros((len(positions), width), dtype=numpy.float64)
    for row, (y, x) in enumerate(positions):
        of_y = sinusoidal.table([coordinate(y, rows, normalise)], half, layout, base)[0]
        of_x = sinusoidal.table([coordinate(x, columns, normalise)], half, layout, base)[0]
        for channel in range(half):
            out[row, channel] = of_y[channel]
            out[row, half + channel] = of_x[channel]
    return out


def embed(x, positions, options, given):
    """x + PE, rows [n, width]; positions [n, 2] are (y, x)."""
    added = table(positions, options["width"], options["layout"], options["base"], options["normalise"],
                  options["rows"], options["columns"])
    out = numpy.zeros(added.shape, dtype=numpy.float64)
    for row in range(added.shape[0]):
        for channel in range(added.shape[1]):
            out[row, channel] = float(x[row][channel]) + added[row, channel]
    return out

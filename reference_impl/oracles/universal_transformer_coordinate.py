r"""Second opinion on the coordinate embedding of the Universal Transformer: Dehghani et al. 2019, eqs. (6), (7).

    P^t_(i, 2j)   = sin(i / 10000^(2j/d)) + sin(t / 10000^(2j/d))
    P^t_(i, 2j+1) = cos(i / 10000^(2j/d)) + cos(t / 10000^(2j/d))

P^t is added before step t of the recurrence, every time. The paper counts both from 1: positions 1 <= i <= m and
steps 1 <= t <= T. Here the position is used as it is given, so a caller who counts from 0 differs from the paper
by one position; `step` counts from 0, and the paper's t is step + 1.
"""
import math

import numpy

from . import plain


def table(positions, step, width, base=10000.0):
    """Rows P^(step + 1): float64 [n, width]."""
    t = float(step) + 1.0
    rows = numpy.zeros((len(positions), width), dtype=numpy.float64)
    for index, position in enumerate(positions):
        i = float(position)
        for j in range(width // 2):
            period = math.pow(base, 2 * j / width)
            rows[index, 2 * j] = math.sin(i / period) + math.sin(t / period)
            rows[index, 2 * j + 1] = math.cos(i / period) + math.cos(t / period)
    return rows


def embed(x, positions, options, given):
    """x: rows [n, width]; positions: flat list [n]; given["step"] counts from 0. float64 [n, width]."""
    if given.get("step") is None:
        raise ValueError("needs the step of the recurrence")
    rows = table(positions, given["step"], options["width"], options["base"])
    return plain.added(x, rows)

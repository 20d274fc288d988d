r"""Second opinion on the learned absolute table: Gehring et al. 2017, section 3.1.

    e = (w_1 + p_1, ..., w_m + p_m)

w_j is the vector of the j-th input element, p_j the row of the table that belongs to its absolute position.
Positions count from 0 here; the paper counts elements from 1.
"""
import numpy


def embed(x, positions, options, given):
    """x: rows [n, width]; positions: flat list [n]; parameter weight: [length, width]. Returns float64 [n, width]."""
    weight = given["parameters"]["weight"]
    n, width = len(x), len(weight[0])
    out = numpy.zeros((n, width), dtype=numpy.float64)
    for j in range(n):
        for channel in range(width):
            out[j, channel] = float(x[j][channel]) + float(weight[int(positions[j])][channel])
    return out

r"""Second opinion on the Swin relative position bias: Liu et al. 2021 (Swin Transformer), "Relative position bias".

    Attention(Q, K, V) = SoftMax(Q K^T / sqrt(d) + B) V

The M^2 tokens of an M x M window differ by -M+1 .. M-1 along each axis, so B is read from a smaller table with
(2M-1) x (2M-1) values a head. Which row belongs to which offset is not in the paper; the authors' code
(microsoft/Swin-Transformer, models/swin_transformer.py, WindowAttention) takes query minus key, row axis first:

    index = (dy + M - 1) (2M - 1) + (dx + M - 1)

Positions are rows (y, x). An offset outside the window has no row in the table: NaN here.
"""
import math

import numpy

from . import plain


def index(offset, window=7):
    """Row of the table for one offset (dy, dx) = query - key: int. ValueError outside the window."""
    for component in offset:
        if float(component) != int(component):
            raise ValueError(f"offset {component} is not a whole number")
        if not -window + 1 <= component <= window - 1:
            raise ValueError(f"offset {component} lies outside a window of {window}")
    dy, dx = int(offset[0]), int(offset[1])
    return (dy + window - 1) * (2 * window - 1) + (dx + window - 1)


def logits(q, k, q_positions, k_positions, options, given):
    """q . k / sqrt(d) + table[index(query - key), head]: float64 [heads, nq, nk]."""
    weight = given["parameters"]["weight"]
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for h in range(options["heads"]):
        for row, i in enumerate(q_positions):
            for column, j in enumerate(k_positions):
                try:
                    at = index((i[0] - j[0], i[1] - j[1]), options["window"])
                    out[h, row, column] += float(weight[at][h])
                except ValueError:
                    out[h, row, column] = numpy.nan
    return out

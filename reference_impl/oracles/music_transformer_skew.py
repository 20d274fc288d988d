r"""Second opinion on the relative attention of Music Transformer: Huang et al. 2019, sections 3.3 and 3.4.

    RelativeAttention = Softmax((Q K^T + S_rel) / sqrt(D_h)) V

S_rel[i][j] = q_i . e_(j-i): each head has its own table E of L rows, ordered from distance -L+1 to 0, so row r
belongs to j - i = r - (L-1). Only keys at or before the query have one; later keys are masked, and are NaN here.
A distance of L or more has no row. The authors' code (tensor2tensor, get_relative_embeddings_left) pads the table
with zero vectors there, so S_rel is 0: not the last row again, which would be Shaw's clipping.
Offsets are whole numbers.
"""
import math

import numpy


def skew(matrix):
    """The paper's procedure on [.., L, L]: a zero column in front, read as L+1 rows of L, first row dropped."""
    matrix = numpy.asarray(matrix, dtype=numpy.float64)
    if matrix.ndim > 2:
        return numpy.array([skew(part) for part in matrix])
    length = matrix.shape[0]
    out = numpy.zeros((length, length), dtype=numpy.float64)
    for i in range(length):
        for j in range(length):
            place = (i + 1) * length + j  # in the L (L+1) padded numbers, read row by row
            row, column = place // (length + 1), place % (length + 1)
            out[i, j] = 0.0 if column == 0 else matrix[row, column - 1]
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """(q_i . k_j + q_i . e_(j-i)) / sqrt(d); NaN for later keys. float64 [heads, nq, nk]."""
    length, d, table = options["length"], options["head_dim"], given["parameters"]["relative"]
    out = numpy.full((len(q), len(q_positions), len(k_positions)), math.nan)
    for head in range(len(q)):
        for a, i in enumerate(q_positions):
            for b, j in enumerate(k_positions):
                if j > i:
                    continue
                if not float(i - j).is_integer():
                    raise ValueError("offsets are whole numbers")
                content = math.fsum(float(q[head][a][c]) * float(k[head][b][c]) for c in range(d))
                relative, row = 0.0, int(j - i) + length - 1
                if row >= 0:
                    relative = math.fsum(float(q[head][a][c]) * float(table[head][row][c]) for c in range(d))
                out[head, a, b] = (content + relative) / math.sqrt(d)
    return out

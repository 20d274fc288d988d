r"""What several oracles share, one number at a time: products and sums of rows, rotation of pairs, softmax."""
import math

import numpy


def products(q, k, scale):
    """scale * q_i . k_j for q [heads, nq, d] and k [heads, nk, d]: float64 [heads, nq, nk]."""
    out = numpy.zeros((len(q), len(q[0]), len(k[0])), dtype=numpy.float64)
    for head in range(len(q)):
        for i in range(len(q[head])):
            for j in range(len(k[head])):
                out[head, i, j] = scale * math.fsum(
                    float(a) * float(b) for a, b in zip(q[head][i], k[head][j], strict=True))
    return out


def turned(row, angles, pairing):
    """A row of 2 n channels, its n pairs turned by n angles. pairing "interleaved": (2i, 2i+1); "half": (i, i+n)."""
    n = len(angles)
    out = numpy.array(row, dtype=numpy.float64)
    for i in range(n):
        a, b = (2 * i, 2 * i + 1) if pairing == "interleaved" else (i, i + n)
        cos, sin = math.cos(angles[i]), math.sin(angles[i])
        out[a] = cos * float(row[a]) - sin * float(row[b])
        out[b] = sin * float(row[a]) + cos * float(row[b])
    return out


def added(x, rows):
    """x [n, width] plus rows [n, width], one number at a time: float64."""
    out = numpy.zeros_like(rows)
    for i in range(len(rows)):
        for channel in range(rows.shape[1]):
            out[i, channel] = float(x[i][channel]) + rows[i, channel]
    return out


def softmax(row, allowed=None):
    """Softmax over the allowed entries of one row; zeros where none is allowed."""
    seen = [index for index in range(len(row)) if allowed is None or allowed[index]]
    out = numpy.zeros(len(row), dtype=numpy.float64)
    if not seen:
        return out
    top = max(float(row[index]) for index in seen)
    total = math.fsum(math.exp(float(row[index]) - top) for index in seen)
    for index in seen:
        out[index] = math.exp(float(row[index]) - top) / total
    return out

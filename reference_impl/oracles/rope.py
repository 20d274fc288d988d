r"""Second opinion on rotary position embedding: Su et al. 2021 (RoFormer), section 3.2.2, as a dense matrix.

Equation (15): R_m is block diagonal with, for i = 1 .. d/2, the block

    [ cos(m theta_i)  -sin(m theta_i) ]
    [ sin(m theta_i)   cos(m theta_i) ]        theta_i = 10000^(-2 (i-1) / d)

acting on the channels (2i-1, 2i), counted from 1. Equation (14) applies it to the projected query or key, and
equation (16) says (R_m q)^T (R_n k) = q^T R_(n-m) k. With pairing "half" the i-th block acts on the channels
(i, i + d/2) instead; the paper has no such form, libraries do.
"""
import math

import numpy

from . import plain


def inverse_frequencies(head_dim, base=10000.0):
    """theta_i for i = 1 .. d/2: float64 [head_dim / 2]."""
    theta = numpy.zeros(head_dim // 2, dtype=numpy.float64)
    for i in range(1, head_dim // 2 + 1):
        theta[i - 1] = math.pow(base, -2 * (i - 1) / head_dim)
    return theta


def rotation_matrix(position, head_dim, base=10000.0, pairing="interleaved"):
    """R_m as a dense matrix: float64 [head_dim, head_dim]."""
    matrix = numpy.zeros((head_dim, head_dim), dtype=numpy.float64)
    for i, theta in enumerate(inverse_frequencies(head_dim, base)):
        a, b = (2 * i, 2 * i + 1) if pairing == "interleaved" else (i, i + head_dim // 2)
        angle = float(position) * float(theta)
        matrix[a, a] = math.cos(angle)
        matrix[a, b] = -math.sin(angle)
        matrix[b, a] = math.sin(angle)
        matrix[b, b] = math.cos(angle)
    return matrix


def rotate(rows, positions, base=10000.0, pairing="interleaved"):
    """R_m x for each row x and its position m: rows [n, head_dim], positions a flat list. float64."""
    rows = numpy.asarray(rows, dtype=numpy.float64)
    out = numpy.zeros_like(rows)
    for row, position in enumerate(positions):
        matrix = rotation_matrix(position, rows.shape[1], base, pairing)
        for a in range(rows.shape[1]):
            for b in range(rows.shape[1]):
                out[row, a] += matrix[a, b] * rows[row, b]
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """(R_m q)^T (R_n k) / sqrt(d): float64 [heads, nq, nk]."""
    base, pairing = options["base"], options["pairing"]
    queries = [rotate(head, q_positions, base, pairing) for head in q]
    keys = [rotate(head, k_positions, base, pairing) for head in k]
    return plain.products(queries, keys, 1 / math.sqrt(options["head_dim"]))

r"""Second opinion on RoPE-Axial: Heo et al. 2024 (RoPE for ViT), section on the 2D axial frequency.

The paper writes the d/2 pairs as complex numbers, at token n with coordinates (p^x, p^y)

    R(n, 2t) = exp(i theta_t p^x),  R(n, 2t+1) = exp(i theta_t p^y),  theta_t = 100^(-t / (d/4)),  t = 0 .. d/4 - 1

so the axes alternate (order "alternating"). The authors' compute_axial_cis puts all pairs of x first and then all
pairs of y (order "blocks"). Pair p is channels (2p, 2p+1), or (p, p + d/2) with pairing "half".
"""
import math

import numpy

from . import plain


def inverse_frequencies(head_dim, base=100.0):
    """theta_t, shared by both axes: float64 [head_dim / 4]."""
    out = numpy.zeros(head_dim // 4, dtype=numpy.float64)
    for t in range(head_dim // 4):
        out[t] = math.pow(base, -t / (head_dim / 4))
    return out


def pair_axes(head_dim, order="blocks"):
    """Which coordinate of (y, x) turns pair p: 0 for y, 1 for x. int64 [head_dim / 2]."""
    quarter = head_dim // 4
    out = numpy.zeros(head_dim // 2, dtype=numpy.int64)
    for p in range(head_dim // 2):
        by_x = p < quarter if order == "blocks" else p % 2 == 0
        out[p] = 1 if by_x else 0
    return out


def angles(positions, head_dim, base=100.0, order="blocks"):
    """Angle of every pair: float64 [n, head_dim / 2]; positions [n, 2] are (y, x)."""
    theta, axes = inverse_frequencies(head_dim, base), pair_axes(head_dim, order)
    out = numpy.zeros((len(positions), head_dim // 2), dtype=numpy.float64)
    for row in range(len(positions)):
        for p in range(head_dim // 2):
            t = p % (head_dim // 4) if order == "blocks" else p // 2
            out[row, p] = float(positions[row][axes[p]]) * theta[t]
    return out


def rotate(rows, positions, base=100.0, pairing="interleaved", order="blocks"):
    """Rows [n, head_dim], every pair turned by its angle: float64."""
    turns = angles(positions, len(rows[0]), base, order)
    return numpy.array([plain.turned(rows[i], turns[i], pairing) for i in range(len(rows))])


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]."""
    kept = options["base"], options["pairing"], options["order"]
    turned_q = [rotate(head, q_positions, *kept) for head in q]
    turned_k = [rotate(head, k_positions, *kept) for head in k]
    return plain.products(turned_q, turned_k, 1.0 / math.sqrt(options["head_dim"]))

r"""Second opinion on the two-dimensional RoPE of ChatGLM-6B (SelfAttention.forward of its modeling_chatglm.py).

No paper gives an equation. The code cuts query and key of a head of width d in two halves and turns each as a
RoPE of width d/2, base 10000, the first by the position of the token, the second by its position in the block:

    theta_i = base^(-2i / (d/2)),  i = 0 .. d/4 - 1

Inside a half the pairing is by halves again: channel i with channel i + d/4 of that half. The layer number by
which the code divides the query it multiplies back before the softmax, so the scale is 1 / sqrt(d).
"""
import math

import numpy

from . import plain


def inverse_frequencies(head_dim, base=10000.0):
    """theta_i, shared by both halves: float64 [head_dim / 4]."""
    out = numpy.zeros(head_dim // 4, dtype=numpy.float64)
    for i in range(head_dim // 4):
        out[i] = math.pow(base, -4.0 * i / head_dim)
    return out


def angles(positions, head_dim, base=10000.0):
    """Angles of the d/4 pairs of the first half, then of the second: float64 [n, head_dim / 2]."""
    theta = inverse_frequencies(head_dim, base)
    out = numpy.zeros((len(positions), head_dim // 2), dtype=numpy.float64)
    for row, (first, second) in enumerate(positions):
        for i in range(head_dim // 4):
            out[row, i] = float(first) * theta[i]
            out[row, head_dim // 4 + i] = float(second) * theta[i]
    return out


def rotate(rows, positions, base=10000.0, pairing="half"):
    """Rows [n, head_dim] turned half by half: float64."""
    rows = numpy.asarray(rows, dtype=numpy.float64)
    half, turns = rows.shape[1] // 2, angles(positions, rows.shape[1], base)
    out = numpy.zeros_like(rows)
    for row in range(len(rows)):
        out[row, :half] = plain.turned(rows[row, :half], turns[row, : half // 2], pairing)
        out[row, half:] = plain.turned(rows[row, half:], turns[row, half // 2:], pairing)
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]; positions [n, 2] are (position, position in the block)."""
    base, pairing = options["base"], options["pairing"]
    turned_q = [rotate(head, q_positions, base, pairing) for head in q]
    turned_k = [rotate(head, k_positions, base, pairing) for head in k]
    return plain.products(turned_q, turned_k, 1.0 / math.sqrt(options["head_dim"]))

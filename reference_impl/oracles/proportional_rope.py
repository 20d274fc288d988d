r"""Second opinion on the rope type "proportional": transformers, modeling_rope_utils.py (Gemma 4, full attention).

Written from what the function is documented to return, not from p-RoPE: with A = int(fraction * d // 2) angles,

    inverse frequency i = base^(-2 i / d) / factor   for i = 0 .. A - 1
    inverse frequency i = 0                          for i = A .. d/2 - 1

applied over the whole head, by default in halves: channels i and i + d/2 are a pair. So the channels that move are
0 .. A-1 and d/2 .. d/2 + A - 1, not the first 2A. The attention factor is 1 and the scale 1 / sqrt(d) is kept here
(the Gemma 4 models set their own scale; that is not part of the encoding).
"""
import math

import numpy

from . import plain


def inverse_frequencies(head_dim, base=10000.0, fraction=0.25, factor=1.0):
    """float64 [head_dim / 2]."""
    angles = int(fraction * head_dim // 2)
    moving = [1.0 / (math.pow(base, 2 * i / head_dim) * factor) for i in range(angles)]
    return numpy.array(moving + [0.0] * (head_dim // 2 - angles), dtype=numpy.float64)


def rotate(rows, positions, options):
    """float64 [n, head_dim]."""
    d = options["head_dim"]
    theta = inverse_frequencies(d, options["base"], options["fraction"], options["factor"])
    out = numpy.array(rows, dtype=numpy.float64)
    for index, m in enumerate(positions):
        for i in range(d // 2):
            a, b = (i, i + d // 2) if options["pairing"] == "half" else (2 * i, 2 * i + 1)
            number = complex(rows[index][a], rows[index][b])
            angle = float(m) * theta[i]
            number = number * complex(math.cos(angle), math.sin(angle))
            out[index, a], out[index, b] = number.real, number.imag
    return out


def logits(q, k, q_positions, k_positions, options, given=None):
    """float64 [heads, nq, nk]."""
    turned_q = [rotate(head, q_positions, options) for head in q]
    turned_k = [rotate(head, k_positions, options) for head in k]
    return plain.products(turned_q, turned_k, 1.0 / math.sqrt(options["head_dim"]))

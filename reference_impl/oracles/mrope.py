r"""Second opinion on M-RoPE: Wang et al. 2024 (Qwen2-VL), section 2.1, and the code of Qwen2-VL.

The paper says in words that the rotary embedding is split in a temporal, a height and a width part, and that text
has the same number on all three. The frequencies stay those of the one-dimensional RoPE of the whole head,

    theta_p = base^(-2p / d),  p = 0 .. d/2 - 1

and the code gives the first sections[0] pairs to t, the next sections[1] to h, the last sections[2] to w (16, 24,
24 of 64 in the published models). Pair p is channels (p, p + d/2), as in the code; (2p, 2p+1) with "interleaved".
"""
import math

import numpy

from . import plain, rope


def pair_axes(sections):
    """Which of (t, h, w) turns pair p: int64 [head_dim / 2]."""
    out = []
    for axis in range(3):
        for _ in range(sections[axis]):
            out.append(axis)
    return numpy.array(out, dtype=numpy.int64)


def three(position):
    """(t, h, w); a bare number is the position of a text token and stands for all three."""
    if numpy.ndim(position) == 0:
        return (float(position), float(position), float(position))
    return tuple(float(part) for part in position)


def angles(positions, axes, head_dim, base=1000000.0):
    """Angle of every pair: float64 [n, head_dim / 2]."""
    if len(axes) != head_dim // 2:
        raise ValueError("sections must add up to half of head_dim")
    theta = rope.inverse_frequencies(head_dim, base)
    out = numpy.zeros((len(positions), head_dim // 2), dtype=numpy.float64)
    for row, position in enumerate(positions):
        for p in range(head_dim // 2):
            out[row, p] = three(position)[axes[p]] * theta[p]
    return out


def logits_with(axes, q, k, q_positions, k_positions, options):
    """Logits for pairs that are turned by the given axes: float64 [heads, nq, nk]."""
    head_dim, pairing = options["head_dim"], options["pairing"]
    of_q, of_k = (angles(where, axes, head_dim, options["base"]) for where in (q_positions, k_positions))
    turned_q = [[plain.turned(head[i], of_q[i], pairing) for i in range(len(head))] for head in q]
    turned_k = [[plain.turned(head[j], of_k[j], pairing) for j in range(len(head))] for head in k]
    return plain.products(turned_q, turned_k, 1.0 / math.sqrt(head_dim))


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]; positions [n, 3] are (t, h, w), or [n] for text."""
    return logits_with(pair_axes(options["sections"]), q, k, q_positions, k_positions, options)

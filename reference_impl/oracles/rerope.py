r"""Second opinion on ReRoPE: Su 2023, kexue.fm/archives/9708, one pair at a time in float64.

The relative position is the true one inside a window w and w outside: the second matrix after the heading on merging,
the fourth displayed equation of the post. For i - j < w the score is (R^i q)^T (R^j k), otherwise (R^w q)^T k: the
fifth, seventh and eighth equations. The ninth gives both at once, as it is used token by token:

    a_ij = q_i^T R^max(j - i, -w) k_j,   that is the score of RoPE at the relative position min(i - j, w)

(The post's right-hand side of the seventh has R^w between q and k; (R^w q)^T k is q^T R^(-w) k, as the ninth has it.)
The post draws the lower triangle alone; min(i - j, w) leaves a later key (i - j < 0) at its true relative position.
The post's log n factor on the query is a method of its own and not applied. Frequencies and pairs are those of rope.
"""
import math

import numpy

from . import plain, rope


def distance(i, j, options):
    """The relative position at which query position i meets key position j."""
    if i - j < options["window"]:
        return float(i - j)
    return float(options["window"])


def distances(q_positions, k_positions, options):
    """distance() of every pair: float64 [nq, nk]."""
    return numpy.array([[distance(i, j, options) for j in k_positions] for i in q_positions], dtype=numpy.float64)


def logits_at(q, k, relative, options):
    """q_i^T R^(-relative_ij) k_j / sqrt(d), where relative [nq][nk] may hold NaN: float64 [heads, nq, nk]."""
    d = options["head_dim"]
    theta = rope.inverse_frequencies(d, options["base"])
    out = numpy.full((len(q), len(q[0]), len(k[0])), math.nan, dtype=numpy.float64)
    for head in range(len(q)):
        for row in range(len(q[head])):
            for column in range(len(k[head])):
                r = float(relative[row][column])
                if math.isnan(r):
                    continue
                query = plain.turned(q[head][row], [r * float(t) for t in theta], options["pairing"])
                out[head, row, column] = math.fsum(
                    float(a) * float(b) for a, b in zip(query, k[head][column], strict=True)) / math.sqrt(d)
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """Before mask and softmax: float64 [heads, nq, nk]."""
    return logits_at(q, k, distances(q_positions, k_positions, options), options)

r"""Second opinion on Leaky ReRoPE: Su 2023, kexue.fm/archives/9708, one pair at a time in float64.

Steps of 1 inside a window w and of 1/k outside, the third displayed equation of the post: ..., w - 1, w, w + 1/k,
w + 2/k, ... For i - j < w the score is (R^i q)^T (R^j k), otherwise the sixth equation,

    a_ij = (R^((i - w)/k + w) q_i)^T (R^(j/k) k_j) = q_i^T R^((j - i + w)/k - w) k_j,

that is RoPE at the relative position w + (i - j - w)/k. `factor` is k. Later keys (i - j < 0) keep their true relative
position; the post draws the lower triangle alone. The log n factor of the author's code is not applied.
"""
import numpy

from . import rerope


def distance(i, j, options):
    """The relative position at which query position i meets key position j."""
    w, factor = options["window"], options["factor"]
    if i - j < w:
        return float(i - j)
    return float(w) + float(i - j - w) / float(factor)


def distances(q_positions, k_positions, options):
    """distance() of every pair: float64 [nq, nk]."""
    return numpy.array([[distance(i, j, options) for j in k_positions] for i in q_positions], dtype=numpy.float64)


def logits(q, k, q_positions, k_positions, options, given):
    """Before mask and softmax: float64 [heads, nq, nk]."""
    return rerope.logits_at(q, k, distances(q_positions, k_positions, options), options)

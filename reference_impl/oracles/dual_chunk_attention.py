r"""Second opinion on dual chunk attention: An et al. 2024, section 3, equations (2) to (7), one pair at a time.

c = training_length, s = chunk_size, w = c - s. The position vectors of the paper are written out as lists here:

    keys, and queries towards their own chunk       0, 1, ..., s - 1                        (2)
    queries towards all chunks but these two        c - 1, c - 1, ..., c - 1                (5)
    queries towards the chunk before                s, s + 1, ..., s + w - 1, c - 1, ...    (7)

entry r of a list serves the token with number r in its chunk, and the (7) list is cut to s entries where w > s. The
score is that of RoPE at (position of the query) - (position of the key). A key in a later chunk has no position
(NaN), since the paper is causal, and no position that is not a whole number has one; a later key in the same chunk
keeps its true relative position. The factor 0.05 ln(scale) + 1 of later official code is not applied.
"""
import math

import numpy

from . import rerope


def distance(i, j, options):
    """The relative position at which query position i meets key position j; NaN where there is none."""
    c, s = options["training_length"], options["chunk_size"]
    w = c - s
    if i != int(i) or j != int(j):
        return math.nan
    own = list(range(s))
    inter = [c - 1] * s
    successive = ([s + r for r in range(w)] + [c - 1] * s)[:s]
    chunks_back = int(i // s) - int(j // s)
    query, key = int(i % s), int(j % s)
    if chunks_back < 0:
        return math.nan
    if chunks_back == 0:
        return float(own[query] - own[key])
    if chunks_back == 1:
        return float(successive[query] - own[key])
    return float(inter[query] - own[key])


def distances(q_positions, k_positions, options):
    """distance() of every pair: float64 [nq, nk]."""
    return numpy.array([[distance(i, j, options) for j in k_positions] for i in q_positions], dtype=numpy.float64)


def logits(q, k, q_positions, k_positions, options, given):
    """Before mask and softmax, NaN for keys in later chunks: float64 [heads, nq, nk]."""
    return rerope.logits_at(q, k, distances(q_positions, k_positions, options), options)

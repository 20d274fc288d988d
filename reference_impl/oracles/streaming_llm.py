r"""Second opinion on StreamingLLM: Xiao et al. 2024 (ICLR), section 3.2, one query at a time in float64.

The cache holds the first `sinks` tokens and the most recent ones, and RoPE takes positions within the cache, not those
in the text. The paper's example: when token 9 is decoded with 0, 1, 2, 3, 6, 7, 8 in the cache, the positions are
0, ..., 7 and not 0, 1, 2, 3, 6, 7, 8, 9. So the token being decoded takes part, and with 4 sinks `window` is 4 here:
the recent tokens are counted with the query itself. (In the authors' loops the cache is cut after each step to
recent_size tokens, so that a step sees recent_size + 1 recent tokens: window = recent_size + 1.)

The cache is built here by letting the text run past, token by token: positions are whole numbers from 0, and what a
query at position i sees follows from i alone, whichever keys the caller hands over. A key that is evicted, later than
the query, or at no whole position from 0 has no relative position (NaN) and no weight.
"""
import math

import numpy

from . import lm_infinite, rerope


def cache(position, options):
    """Text positions in the cache when the token at `position` is decoded, itself last: a list of ints."""
    if position < 0 or position != int(position):
        return []
    kept = []
    for token in range(int(position) + 1):
        kept.append(token)
        if len(kept) > options["sinks"] + options["window"]:
            del kept[options["sinks"]]  # the oldest that is no sink
    return kept


def distances(q_positions, k_positions, options):
    """Difference of the positions within the cache, NaN for a key that is not in it: float64 [nq, nk]."""
    out = numpy.full((len(q_positions), len(k_positions)), math.nan, dtype=numpy.float64)
    for row, i in enumerate(q_positions):
        kept = cache(i, options)
        for column, j in enumerate(k_positions):
            if j in kept:
                out[row, column] = kept.index(i) - kept.index(j)
    return out


def visible(q_positions, k_positions, options):
    """Which keys are in the cache of each query: bool [nq, nk]."""
    out = numpy.zeros((len(q_positions), len(k_positions)), dtype=bool)
    for row, i in enumerate(q_positions):
        kept = cache(i, options)
        out[row] = [j in kept for j in k_positions]
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """Before mask and softmax, NaN for keys that are not in the cache: float64 [heads, nq, nk]."""
    return rerope.logits_at(q, k, distances(q_positions, k_positions, options), options)


def attend(q, k, v, q_positions, k_positions, options, given):
    """Softmax over the keys in the cache that the caller allows: float64 [heads, nq, dv]."""
    scores = logits(q, k, q_positions, k_positions, options, given)
    return lm_infinite.attend_where(visible(q_positions, k_positions, options), scores, v, given)

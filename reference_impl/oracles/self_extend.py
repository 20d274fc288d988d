r"""Second opinion on SelfExtend: Jin et al. 2024, one pair at a time in float64.

This follows the authors' code, not the print of the paper.

Two attentions with the same queries and keys, one softmax. Neighbours, i - j < w: plain RoPE. All others, grouped:
RoPE with the positions

    query: floor(i / G) + w - floor(w / G)        key: floor(j / G)

which the authors' code of early 2024 writes `pos // g1 + g2 - g2 // g1` and `pos // g1` (LongLM,
llama_self_extend_patch_4_36.py), with `g1` = group = G and `g2` = window = w; a pair with i - j = w is grouped there
too. Their later prefill code has w / G undivided by floor, which differs where G does not divide w; not used here.
Later keys (i - j < 0) count as neighbours, with their true relative position; the authors mask them.
"""
import numpy

from . import rerope


def distance(i, j, options):
    """The relative position at which query position i meets key position j."""
    group, w = options["group"], options["window"]
    if i - j < w:
        return float(i - j)
    query = i // group + w - w // group
    key = j // group
    return float(query - key)


def distances(q_positions, k_positions, options):
    """distance() of every pair: float64 [nq, nk]."""
    return numpy.array([[distance(i, j, options) for j in k_positions] for i in q_positions], dtype=numpy.float64)


def logits(q, k, q_positions, k_positions, options, given):
    """Before mask and softmax: float64 [heads, nq, nk]."""
    return rerope.logits_at(q, k, distances(q_positions, k_positions, options), options)

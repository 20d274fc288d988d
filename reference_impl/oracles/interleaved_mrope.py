r"""Second opinion on interleaved M-RoPE: the MRoPE-Interleave of Huang et al. 2025 as in the code of Qwen3-VL.

Frequencies and rotation are those of M-RoPE (see mrope.py); only the axis of a pair differs. The code starts with
all pairs on t, then gives to h the pairs 1, 4, 7, .. below 3 sections[1] and to w the pairs 2, 5, 8, .. below
3 sections[2]; so t h w t h w .., and what is left at the slow end is t. With (24, 20, 20) pairs 60 to 63 are t.

The code does not look whether so many pairs exist: for (8, 12, 12) of 32 pairs it makes 11, 11, 10. Here such
sections are refused, as the counts would not be those that were asked for.
"""
import numpy

from . import mrope


def pair_axes(sections):
    """Which of (t, h, w) turns pair p: int64 [head_dim / 2]."""
    pairs = sections[0] + sections[1] + sections[2]
    out = numpy.zeros(pairs, dtype=numpy.int64)
    for axis in (1, 2):
        for count in range(sections[axis]):
            p = axis + 3 * count
            if p >= pairs:
                raise ValueError("the interleaving has no room for these sections")
            out[p] = axis
    return out


def angles(positions, sections, head_dim, base=5000000.0):
    """Angle of every pair: float64 [n, head_dim / 2]."""
    return mrope.angles(positions, pair_axes(sections), head_dim, base)


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]; positions [n, 3] are (t, h, w), or [n] for text."""
    return mrope.logits_with(pair_axes(options["sections"]), q, k, q_positions, k_positions, options)

r"""Second opinion on attention without positions: q . k / sqrt(d), nothing else."""
import math

from . import plain


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]."""
    return plain.products(q, k, 1 / math.sqrt(len(q[0][0])))

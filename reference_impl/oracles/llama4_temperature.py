r"""Second opinion on the attention temperature of Llama 4, from Meta's code (there is no paper).

meta-llama/llama-models, models/llama4/model.py, Attention.forward: queries of layers without RoPE are
multiplied, before the product with the keys, by

    tau(m) = 1 + attn_scale ln(1 + floor((m + 1) / floor_scale))      m from 0; 0.1 and 8192 (args.py)

variant "ministral" (transformers, ministral3 and mistral4, on layers with RoPE): floor(m / L) instead, so that
it steps one position later. The steps are found in integers: the number of whole floor lengths in m + 1 or m.
Logits are tau(m) q . k / sqrt(d); keys have no part in it. Negative positions are not defined (NaN).
"""
import math
from fractions import Fraction

import numpy

from . import plain


def steps(position, floor_length=8192, variant="llama4"):
    """How many whole floor lengths fit: exact."""
    counted = Fraction(position) + (1 if variant == "llama4" else 0)
    return math.floor(counted / Fraction(floor_length))


def temperature(positions, options):
    """tau(m) for a flat list of positions: float64 [n]."""
    out = numpy.full(len(positions), math.nan, dtype=numpy.float64)
    for row, position in enumerate(positions):
        if position >= 0:
            whole = steps(position, options["floor_length"], options["variant"])
            out[row] = 1.0 + options["strength"] * math.log(1 + whole)
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """tau(m) q . k / sqrt(d): float64 [heads, nq, nk]."""
    tau = temperature(q_positions, options)
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for head in range(out.shape[0]):
        for row in range(out.shape[1]):
            for column in range(out.shape[2]):
                out[head, row, column] *= tau[row]
    return out

r"""Second opinion on partial rotary position encoding: GPT-J (`rotary_dim`) and GPT-NeoX-20B (Black et al. 2022, 2.1).

A head of d channels is cut after its first r channels. The first r are turned as RoPE turns a head of width r
(Su et al. 2021, equation (15) with r for d), the other d - r pass as they are:

    x' = [ R_m^(r) x_(0:r) ; x_(r:d) ]        theta_i = base^(-2 i / r),  i = 0 .. r/2 - 1

Note r and not d in the exponent. Pairs are (2i, 2i+1) or (i, i + r/2), always inside the first r channels.
The scale stays 1 / sqrt(d). r = d is RoPE and r = 0 is no encoding.
"""
import math

import numpy

from . import plain


def inverse_frequencies(rotary_dim, base=10000.0):
    """theta_i: float64 [rotary_dim / 2]."""
    theta = numpy.zeros(rotary_dim // 2, dtype=numpy.float64)
    for i in range(rotary_dim // 2):
        theta[i] = math.pow(base, -2 * i / rotary_dim)
    return theta


def rotate(rows, positions, options):
    """x' for each row and its position: float64 [n, head_dim]."""
    theta = inverse_frequencies(options["rotary_dim"], options["base"])
    r = options["rotary_dim"]
    out = []
    for row, m in zip(rows, positions, strict=True):
        head = plain.turned(row[:r], [float(m) * t for t in theta], options["pairing"])
        out.append([*head, *(float(value) for value in row[r:])])
    return numpy.array(out, dtype=numpy.float64)


def logits(q, k, q_positions, k_positions, options, given=None):
    """float64 [heads, nq, nk], scale 1 / sqrt(head_dim)."""
    turned_q = [rotate(head, q_positions, options) for head in q]
    turned_k = [rotate(head, k_positions, options) for head in k]
    return plain.products(turned_q, turned_k, 1.0 / math.sqrt(options["head_dim"]))

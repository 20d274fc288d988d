r"""Second opinion on relative position representations: Shaw, Uszkoreit and Vaswani 2018, sections 3.1 and 3.2.

    e_ij = x_i W^Q (x_j W^K + a^K_ij)^T / sqrt(d)        (4)
    z_i  = sum_j alpha_ij (x_j W^V + a^V_ij)             (3)
    a_ij = w_clip(j-i, k),  clip(x, k) = max(-k, min(k, x))

The tables hold w_-k .. w_k in that order: row clip(j-i) + k. They are shared by all heads. The paper's offset is
key minus query; the offset of `index` is query minus key, as everywhere in the atlas. Offsets are whole numbers.
"""
import math

import numpy

from . import plain


def index(offset, clip):
    """Row of the table for an offset = query position - key position."""
    if not float(offset).is_integer():
        raise ValueError("offsets are whole numbers")
    j_minus_i = -int(offset)
    return max(-clip, min(clip, j_minus_i)) + clip


def logits(q, k, q_positions, k_positions, options, given):
    """Equation (4) for every pair: float64 [heads, nq, nk]."""
    table, d = given["parameters"]["key"], options["head_dim"]
    out = numpy.zeros((len(q), len(q_positions), len(k_positions)), dtype=numpy.float64)
    for head in range(len(q)):
        for a, i in enumerate(q_positions):
            for b, j in enumerate(k_positions):
                row = table[index(i - j, options["clip"])]
                total = math.fsum(float(q[head][a][c]) * (float(k[head][b][c]) + float(row[c])) for c in range(d))
                out[head, a, b] = total / math.sqrt(d)
    return out


def attend(q, k, v, q_positions, k_positions, options, given):
    """Equation (3): a query that may look at no key gets zeros. float64 [heads, nq, dv]."""
    scores = logits(q, k, q_positions, k_positions, options, given)
    allowed = given.get("allowed")
    out = numpy.zeros((len(q), len(q_positions), len(v[0][0])), dtype=numpy.float64)
    for head in range(len(q)):
        for a, i in enumerate(q_positions):
            alpha = plain.softmax(scores[head, a], None if allowed is None else allowed[a])
            for b, j in enumerate(k_positions):
                for c in range(len(v[0][0])):
                    value = float(v[head][b][c])
                    if options["values"]:
                        value += float(given["parameters"]["value"][index(i - j, options["clip"])][c])
                    out[head, a, c] += alpha[b] * value
    return out

r"""Second opinion on the decoupled RoPE of MLA: DeepSeek-V2 2024, section 2.1.3, equations (14)-(18).

    q_t,i = [ q^C_t,i ; q^R_t,i ]      q^R = RoPE(W^QR c^Q), one for each head              (14), (16)
    k_t,i = [ k^C_t,i ; k^R_t ]        k^R = RoPE(W^KR h_t), one for all heads              (15), (17)
    logit = q_t,i . k_j,i / sqrt(d_h + d_h^R)                                               (18)

q and k come projected and not yet turned, of width content_dim + rotary_dim, content first. Only the last
rotary_dim channels turn, as a RoPE of that width: theta_i = base^(-2 i / rotary_dim).
"""
import math

import numpy

from . import rope


def inverse_frequencies(rotary_dim, base=10000.0):
    """theta_i: float64 [rotary_dim / 2]."""
    return rope.inverse_frequencies(rotary_dim, base)


def key(content, shared):
    """k of every head from content [heads, n, c] and the one shared part [1, n, r]: float64 [heads, n, c + r]."""
    out = []
    for head in content:
        out.append([[*row, *tail] for row, tail in zip(head, shared[0], strict=True)])
    return numpy.array(out, dtype=numpy.float64)


def logits(q, k, q_positions, k_positions, options, given=None):
    """float64 [heads, nq, nk], as the sum of a term without position and a rotated term."""
    c, r = options["content_dim"], options["rotary_dim"]
    out = numpy.zeros((len(q), len(q_positions), len(k_positions)), dtype=numpy.float64)
    for h in range(len(q)):
        q_turned = rope.rotate([row[c:] for row in q[h]], q_positions, options["base"], options["pairing"])
        k_turned = rope.rotate([row[c:] for row in k[h]], k_positions, options["base"], options["pairing"])
        for i in range(len(q_positions)):
            for j in range(len(k_positions)):
                content = math.fsum(float(q[h][i][x]) * float(k[h][j][x]) for x in range(c))
                position = math.fsum(q_turned[i, x] * k_turned[j, x] for x in range(r))
                out[h, i, j] = (content + position) / math.sqrt(c + r)
    return out

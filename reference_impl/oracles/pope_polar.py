r"""Second opinion on PoPE (polar coordinates): Gopalakrishnan et al. 2025, equations (3), (4), (6).

    mu_q,c = softplus(q_c)    mu_k,c = softplus(k_c)                                       (3)
    phase of q at t: t theta_c;   phase of k at s: s theta_c + delta_c                     (4), (8)
    a_ts = sum over c = 1 .. d of mu_q,c mu_k,c cos((s - t) theta_c + delta_c)             (6)

One frequency for each of the d channels, theta_c = base^(-(c-1) / d): the printed exponent lacks its minus, which the
RoPE frequencies of the same paper and public implementations have. delta is learned for each head and channel, and
is clamped to [-2 pi, 0] where it is used (the printed clamp names theta for delta). The equations have no scale; here
1 / sqrt(d) with d the width of q, not the 2 d of its Cartesian form.
"""
import math

import numpy


def inverse_frequencies(head_dim, base=10000.0):
    """theta_c: float64 [head_dim], not head_dim / 2."""
    return numpy.array([math.pow(base, -c / head_dim) for c in range(head_dim)], dtype=numpy.float64)


def softplus(x):
    """ln(1 + e^x), exact for large and small x alike."""
    return max(float(x), 0.0) + math.log1p(math.exp(-abs(float(x))))


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]; given["parameters"]["delta"] is [heads, head_dim]."""
    delta = given["parameters"]["delta"]
    theta = inverse_frequencies(options["head_dim"], options["base"])
    scale = 1.0 / math.sqrt(options["head_dim"])
    out = numpy.zeros((len(q), len(q_positions), len(k_positions)), dtype=numpy.float64)
    for h in range(len(q)):
        for i, t in enumerate(q_positions):
            for j, s in enumerate(k_positions):
                terms = []
                for c in range(options["head_dim"]):
                    bias = min(max(float(delta[h][c]), -2 * math.pi), 0.0)
                    angle = (float(s) * theta[c] + bias) - float(t) * theta[c]
                    terms.append(softplus(q[h][i][c]) * softplus(k[h][j][c]) * math.cos(angle))
                out[h, i, j] = scale * math.fsum(terms)
    return out

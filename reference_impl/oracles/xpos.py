r"""Second opinion on xPos: Sun et al. 2022 (Length-Extrapolatable Transformer), equations (6), (9), (10), algorithm 1.

    f_q(q, n) = q exp(xi n + i theta n)       f_k(k, n) = k exp(-xi n + i theta n)         (6), as algorithm 1 has it
    zeta_i = exp(xi_i) = (i / (d/2) + gamma) / (1 + gamma),  i = 0 .. d/2 - 1              (9)
    theta_i = 10000^(-2 i / d)

Pair i of a query at position m is turned by m theta_i and multiplied by zeta_i^(m / B); of a key at n it is turned by
n theta_i and multiplied by zeta_i^(-n / B). So the pair's product gets the factor zeta_i^((m - n) / B). The paper
writes the power without B, which is B = 1; the authors' code (torchscale) divides positions by scale_base = 512, and
has gamma = 0.4. The printed (6) has a minus before i theta n of the key, which with the paper's conjugating product
would add the angles, and the second row of f_k in (10) has a wrong sign; algorithm 1, (7) and the code turn query and
key alike, which is done here.
The code counts the powers from the middle of the sequence; powers cancel but for m - n, so the logits are the same.
"""
import math

import numpy

from . import plain


def inverse_frequencies(head_dim, base=10000.0):
    """theta_i: float64 [head_dim / 2]."""
    return numpy.array([math.pow(base, -2 * i / head_dim) for i in range(head_dim // 2)], dtype=numpy.float64)


def zeta(head_dim, gamma=0.4):
    """zeta_i: float64 [head_dim / 2], rising, all below 1 for gamma > 0."""
    half = head_dim // 2
    return numpy.array([(i / half + gamma) / (1 + gamma) for i in range(half)], dtype=numpy.float64)


def factors(positions, head_dim, gamma=0.4, scale_base=512.0):
    """zeta_i^(m / B), what a query at m is multiplied by (a key by its inverse): float64 [n, head_dim / 2]."""
    out = numpy.zeros((len(positions), head_dim // 2), dtype=numpy.float64)
    for row, m in enumerate(positions):
        for i, z in enumerate(zeta(head_dim, gamma)):
            out[row, i] = math.pow(z, float(m) / scale_base)
    return out


def moved(rows, positions, options, is_key):
    """f_q or f_k for each row: float64 [n, head_dim]."""
    d = options["head_dim"]
    theta = inverse_frequencies(d, options["base"])
    scale = factors(positions, d, options["gamma"], options["scale_base"])
    out = numpy.zeros((len(rows), d), dtype=numpy.float64)
    for index, (row, m) in enumerate(zip(rows, positions, strict=True)):
        out[index] = plain.turned(row, [float(m) * t for t in theta], options["pairing"])
        for i in range(d // 2):
            pair = (2 * i, 2 * i + 1) if options["pairing"] == "interleaved" else (i, i + d // 2)
            for channel in pair:
                out[index, channel] *= 1.0 / scale[index, i] if is_key else scale[index, i]
    return out


def logits(q, k, q_positions, k_positions, options, given=None):
    """float64 [heads, nq, nk]; also for later keys, where the factor is above 1 and grows."""
    new_q = [moved(head, q_positions, options, is_key=False) for head in q]
    new_k = [moved(head, k_positions, options, is_key=True) for head in k]
    return plain.products(new_q, new_k, 1.0 / math.sqrt(options["head_dim"]))

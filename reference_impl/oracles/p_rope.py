r"""Second opinion on p-RoPE: Barbero et al. 2025, section 6.1 (frequencies g_k = base^(-2 (k-1) / d), section 2).

Of the d/2 frequencies of RoPE the fraction p with the highest frequency is kept, the lowest are removed: those
pairs are not turned at all (the paper's code divides positions by infinity, so sine is 0 and cosine 1).

    g_k = base^(-2 (k-1) / d)  for k = 1 .. int(p d // 2),   0 for the rest        (exponent over d, never over p d)

p = 1 is RoPE, p = 0 is no encoding. The number kept is rounded down.
"""
import math

import numpy

from . import plain


def kept(head_dim, fraction):
    """How many pairs turn."""
    return int(fraction * head_dim // 2)


def inverse_frequencies(head_dim, base=10000.0, fraction=0.75):
    """g_k: float64 [head_dim / 2], zero from the first removed pair on."""
    g = numpy.zeros(head_dim // 2, dtype=numpy.float64)
    for k in range(1, head_dim // 2 + 1):
        if k <= kept(head_dim, fraction):
            g[k - 1] = math.pow(base, -2 * (k - 1) / head_dim)
    return g


def rotate(rows, positions, options):
    """Each row with pair k turned by position * g_k: float64 [n, head_dim]."""
    g = inverse_frequencies(options["head_dim"], options["base"], options["fraction"])
    out = numpy.zeros((len(rows), options["head_dim"]), dtype=numpy.float64)
    for index, (row, m) in enumerate(zip(rows, positions, strict=True)):
        out[index] = plain.turned(row, [float(m) * frequency for frequency in g], options["pairing"])
    return out


def logits(q, k, q_positions, k_positions, options, given=None):
    """float64 [heads, nq, nk], scale 1 / sqrt(head_dim)."""
    turned_q = [rotate(head, q_positions, options) for head in q]
    turned_k = [rotate(head, k_positions, options) for head in k]
    return plain.products(turned_q, turned_k, 1.0 / math.sqrt(options["head_dim"]))

r"""Second opinion on the T5 bias: Raffel et al. 2020, section 2.1 (in words), and the authors' code.

logit_ij = q_i . k_j + weight[bucket(i-j)][head]: nothing is divided by sqrt(d).

mesh_tensorflow, transformer_layers._relative_position_bucket, with n = query - key, B buckets, M the maximum:
  one direction: n < 0 counts as 0. Two directions: B is halved, later keys (n < 0) use the upper half with |n|.
  e = B // 2;  n < e: bucket n;  else min(B-1, e + floor(ln(n/e) / ln(M/e) * (B-e))).
The floor is exact here: it is the largest t with (M/e)^t <= (n/e)^(B-e), in rational numbers.
"""
from fractions import Fraction

from . import plain


def bucket(offset, buckets=32, max_distance=128, bidirectional=False):
    """Bucket of one offset = query position - key position."""
    if not float(offset).is_integer():
        raise ValueError("offsets are whole numbers")
    n, first = int(offset), 0
    if bidirectional:
        buckets //= 2
        if n < 0:
            first = buckets
        n = abs(n)
    else:
        n = max(n, 0)
    exact = buckets // 2
    if n < exact:
        return first + n
    power = Fraction(n, exact) ** (buckets - exact)
    step = 0
    while exact + step < buckets - 1 and Fraction(max_distance, exact) ** (step + 1) <= power:
        step += 1
    return first + exact + step


def logits(q, k, q_positions, k_positions, options, given):
    """q_i . k_j + b for every pair, not scaled: float64 [heads, nq, nk]."""
    out = plain.products(q, k, 1.0)
    for head in range(len(q)):
        for a, i in enumerate(q_positions):
            for b, j in enumerate(k_positions):
                row = bucket(i - j, options["buckets"], options["max_distance"], options["bidirectional"])
                out[head, a, b] += float(given["parameters"]["weight"][row][head])
    return out

r"""Second opinion on disentangled attention: He et al. 2021 (DeBERTa), section 3.1.

    delta(i,j) = 0 for i-j <= -k;  2k-1 for i-j >= k;  i-j+k otherwise
    A_ij = Qc_i . Kc_j + Qc_i . Kr_delta(i,j) + Kc_j . Qr_delta(j,i),   logits A / sqrt(3 d)       (4)

Qr = P W_qr and Kr = P W_kr with one table P of 2k rows for both. position_to_content "paper" is (4). The authors'
code (and transformers) gathers with -(i-j) on a matrix of keys by rows and then transposes, which gives
Kc_j . Qr_delta(i,j): that is "code". (microsoft/DeBERTa, issue 162.) Biases of the projections are left out.
With `buckets` (DeBERTa-v2, make_log_bucket_position; M = span) an offset first becomes, with mid = buckets // 2,
    o for |o| <= mid;  sign(o) (mid + ceil(ln(|o|/mid) / ln((M-1)/mid) * (mid-1))) otherwise
and k is `buckets`. The ceiling is exact: the smallest t with ((M-1)/mid)^t >= (|o|/mid)^(mid-1).
"""
import math
from fractions import Fraction

import numpy


def log_bucket(offset, buckets, maximum):
    """make_log_bucket_position for one whole offset, before clamping to the table."""
    mid, distance = buckets // 2, abs(offset)
    if distance <= mid:
        return offset
    ratio, power, step = Fraction(maximum - 1, mid), Fraction(distance, mid) ** (mid - 1), 0
    reached = Fraction(1)
    while reached < power:
        reached *= ratio
        step += 1
    return (mid + step) * (1 if offset > 0 else -1)


def index(offset, span=512, buckets=None):
    """delta as a row of the table, for an offset = i - j."""
    if not float(offset).is_integer():
        raise ValueError("offsets are whole numbers")
    offset, k = int(offset), span
    if buckets is not None:
        offset, k = log_bucket(offset, buckets, span), buckets
    if offset <= -k:
        return 0
    return 2 * k - 1 if offset >= k else offset + k


def logits(q, k, q_positions, k_positions, options, given):
    """The three terms over sqrt(3 d) for every pair: float64 [heads, nq, nk]."""
    d, width = options["head_dim"], options["width"]
    table, w_query, w_key = (given["parameters"][name] for name in ("relative", "query", "key"))
    out = numpy.zeros((len(q), len(q_positions), len(k_positions)), dtype=numpy.float64)
    for a, i in enumerate(q_positions):
        for b, j in enumerate(k_positions):
            there = table[index(i - j, options["span"], options["buckets"])]
            back = there
            if options["position_to_content"] == "paper":
                back = table[index(j - i, options["span"], options["buckets"])]
            for head in range(len(q)):
                terms = []
                for c in range(d):
                    q_c, k_c = float(q[head][a][c]), float(k[head][b][c])
                    terms.append(q_c * k_c)
                    terms.append(q_c * math.fsum(float(w_key[head][c][w]) * float(there[w]) for w in range(width)))
                    terms.append(k_c * math.fsum(float(w_query[head][c][w]) * float(back[w]) for w in range(width)))
                out[head, a, b] = math.fsum(terms) / math.sqrt(3 * d)
    return out

r"""Second opinion on Fourier position embedding (FoPE): Hua et al. 2024, equations (11)-(13), appendix B (code).

    h_m(n) = H_m(n) f(w_m)                                                                            (12)
    f(w_m) = 1                                               if w_m < w_l = 2 pi / L                  (13)
           = e^{i w_m n} + sum over w of a_w e^{i w n}       otherwise

{w_m} are the d/2 frequencies of RoPE, {w} those of them that are not below w_l (appendix B; section 4 allows more),
D of them. The coefficients of real and imaginary part are separate matrices, [heads, D, pairs], the leading 1 on
the diagonal included: with C = sum_w cosine[w, m] cos(w n) and S = sum_w sine[w, m] sin(w n), pair (a, b) becomes
(a C - b S, b C + a S). Pairs without a column keep C = 1, S = 0. Query and key are treated alike.

variant "code" is appendix B: each column is divided by its sum; the sign of S is the other one; at most d // 4 pairs
have a column; and pairs without a column have C = S = 1, so they become (a + b, b - a) instead of (a, b).
"""
import math

import numpy

from . import plain


def inverse_frequencies(head_dim, length, base=10000.0):
    """w_m with those under 2 pi / length set to zero: float64 [head_dim / 2]."""
    w = [math.pow(base, -2 * i / head_dim) for i in range(head_dim // 2)]
    return numpy.array([0.0 if value < 2 * math.pi / length else value for value in w], dtype=numpy.float64)


def kept(head_dim, length, base=10000.0):
    """D, how many frequencies are not zero."""
    return sum(1 for value in inverse_frequencies(head_dim, length, base) if value > 0)


def columns(options):
    """How many pairs have a Fourier series."""
    d = kept(options["head_dim"], options["length"], options["base"])
    return d if options["variant"] == "paper" else min(d, options["head_dim"] // 4)


def coefficient(matrix, w, m, options):
    """Entry [w, m] of one head's matrix, divided by the sum of its column in the code."""
    if options["variant"] == "paper":
        return float(matrix[w][m])
    return float(matrix[w][m]) / math.fsum(float(row[m]) for row in matrix)


def moved(row, n, cosine, sine, options):
    """h(n) for one row; cosine and sine are one head's [D, pairs]: float64 [head_dim]."""
    half, code = options["head_dim"] // 2, options["variant"] == "code"
    w = [value for value in inverse_frequencies(options["head_dim"], options["length"], options["base"]) if value > 0]
    out = numpy.zeros(options["head_dim"], dtype=numpy.float64)
    for m in range(half):
        a, b = (m, m + half) if options["pairing"] == "half" else (2 * m, 2 * m + 1)
        real, imaginary = 1.0, (1.0 if code else 0.0)
        if m < columns(options):
            real = math.fsum(coefficient(cosine, x, m, options) * math.cos(w[x] * float(n)) for x in range(len(w)))
            imaginary = math.fsum(coefficient(sine, x, m, options) * math.sin(w[x] * float(n)) for x in range(len(w)))
        if code:
            imaginary = -imaginary
        out[a] = float(row[a]) * real - float(row[b]) * imaginary
        out[b] = float(row[b]) * real + float(row[a]) * imaginary
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]; given["parameters"]: cosine, sine [heads, D, columns]. Scale 1 / sqrt(head_dim)."""
    cosine, sine = given["parameters"]["cosine"], given["parameters"]["sine"]
    new = []
    for heads, positions in ((q, q_positions), (k, k_positions)):
        new.append([[moved(row, n, cosine[h], sine[h], options) for row, n in zip(head, positions, strict=True)]
                    for h, head in enumerate(heads)])
    return plain.products(new[0], new[1], 1.0 / math.sqrt(options["head_dim"]))

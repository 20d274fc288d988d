r"""Second opinion on TISA, translation-invariant self-attention: Wennberg and Henter 2021.

    softmax(Q K^T / sqrt(d) + F),   F_ij = f(j - i),   f(t) = sum_s a_s exp(-|b_s| (t - c_s)^2)

t = j - i is key minus query, the opposite of an offset; each head has its own S kernels (amplitude a, sharpness b,
offset c), so a kernel with c > 0 favours later keys. This is the paper's form. The authors' code
(ulmewennberg/tisa, model/tisa.py) puts i - j - 1 in the place of t: the same functions, with c' = -(c + 1).
"""
import math

from . import plain


def bias_at(offset, parameters, heads):
    """f(j - i) for one offset i - j: a list with one number for each head."""
    t = -float(offset)
    values = []
    for h in range(heads):
        terms = []
        for a, b, c in zip(parameters["amplitude"][h], parameters["sharpness"][h], parameters["offset"][h],
                           strict=True):
            terms.append(float(a) * math.exp(-abs(float(b)) * (t - float(c)) ** 2))
        values.append(math.fsum(terms))
    return values


def logits(q, k, q_positions, k_positions, options, given):
    """q . k / sqrt(d) + f(j - i): float64 [heads, nq, nk]."""
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for row, i in enumerate(q_positions):
        for column, j in enumerate(k_positions):
            for h, bias in enumerate(bias_at(float(i) - float(j), given["parameters"], options["heads"])):
                out[h, row, column] += bias
    return out

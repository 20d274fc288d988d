r"""Second opinion on the Forgetting Transformer: Lin et al. 2025 (Forgetting Attention), and the authors' code.

    f_t = sigmoid(w_f . x_t + b_f)         one gate a head and token
    F_ij = product of f_l for l = j+1 .. i,  D_ij = ln F_ij = sum of ln f_l,  softmax(Q K^T / sqrt(d) + D) V

The gate of the key itself is left out, that of the query's own token is in: D_ii = 0. Here l runs over the keys
with position in (p_j, p_i] that the query may see; the authors' code likewise gives padding a log gate of 0.
Only causal attention is defined: F_ij = 0 for later keys, which are NaN in `logits` and -inf in `decay`.
"""
import math

import numpy

from . import plain


def log_sigmoid(z):
    """log(1 / (1 + exp(-z))), without overflow."""
    return -math.log1p(math.exp(-z)) if z >= 0 else z - math.log1p(math.exp(z))


def decay(log_gates):
    """D for the log gates of n tokens in order: float64 [n, n]."""
    n = len(log_gates)
    out = numpy.full((n, n), -math.inf)
    for i in range(n):
        for j in range(i + 1):
            out[i, j] = math.fsum(float(log_gates[t]) for t in range(j + 1, i + 1))
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """q_i . k_j / sqrt(d) + D_ij; NaN for later keys. float64 [heads, nq, nk]."""
    weight, offset = given["parameters"]["gate.weight"], given["parameters"]["gate.bias"]
    hidden, allowed = given["hidden_k"], given.get("allowed")
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for head in range(len(q)):
        log_gate = [log_sigmoid(float(offset[head]) + math.fsum(
            float(w) * float(x) for w, x in zip(weight[head], row, strict=True))) for row in hidden]
        for a, i in enumerate(q_positions):
            for b, j in enumerate(k_positions):
                if j > i:
                    out[head, a, b] = math.nan
                    continue
                out[head, a, b] += math.fsum(
                    log_gate[t] for t, position in enumerate(k_positions)
                    if j < position <= i and (allowed is None or allowed[a][t]))
    return out

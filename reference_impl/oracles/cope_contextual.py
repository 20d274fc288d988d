r"""Second opinion on contextual position encoding: Golovneva et al. 2024 (CoPE), and its appendix B (listing).

    g_ij = sigmoid(q_i . k_j),   p_ij = sum over t = j .. i of g_it
    e[p] = (p - floor p) e[ceil p] + (1 - p + floor p) e[floor p],   a_ij = Softmax(q_i . k_j + q_i . e[p_ij])

p is cut off at maximum - 1, the last row of the table. The formulas leave out 1/sqrt(d); the two published codes
divide before the gate, sigmoid(q.k / sqrt(d)), and differ in the sum:
    "listing"    (appendix B):                    q.k / sqrt(d) + q.e[p]
    "repository" (facebookresearch/RAM, default): (q.k + q.e[p]) / sqrt(d)
Gates count keys at or before the query that it may see: a hidden key adds nothing. The sum runs by position, from
j to i inclusive. Later keys are masked, and are NaN here. One table serves all heads.
"""
import math

import numpy


def sigmoid(z):
    """1 / (1 + exp(-z)), without overflow."""
    return 1.0 / (1.0 + math.exp(-z)) if z >= 0 else math.exp(z) / (1.0 + math.exp(z))


def contextual_positions(gates, maximum):
    """p_j = g_j + .. + g_last, cut off at maximum - 1, for one query's keys in order of position."""
    return numpy.array([min(math.fsum(float(g) for g in gates[j:]), maximum - 1.0) for j in range(len(gates))])


def interpolated(position, embedding):
    """e[p] for a position that need not be whole: float64 [d]."""
    low, high = math.floor(position), math.ceil(position)
    part = position - low
    return [part * float(b) + (1.0 - part) * float(a) for a, b in zip(embedding[low], embedding[high], strict=True)]


def logits(q, k, q_positions, k_positions, options, given):
    """Logits by the chosen variant; NaN for later keys. float64 [heads, nq, nk]."""
    d, embedding, allowed = options["head_dim"], given["parameters"]["embedding"], given.get("allowed")
    out = numpy.full((len(q), len(q_positions), len(k_positions)), math.nan)
    for head in range(len(q)):
        for a, i in enumerate(q_positions):
            product = [math.fsum(float(q[head][a][c]) * float(k[head][b][c]) for c in range(d))
                       for b in range(len(k_positions))]
            for b, j in enumerate(k_positions):
                if j > i:
                    continue
                counted = []
                for t, position in enumerate(k_positions):
                    if j <= position <= i and (allowed is None or allowed[a][t]):
                        counted.append(sigmoid(product[t] / math.sqrt(d)))
                p = contextual_positions(counted, options["maximum"])[0] if counted else 0.0
                e = interpolated(p, embedding)
                term = math.fsum(float(q[head][a][c]) * e[c] for c in range(d))
                if options["variant"] == "repository":
                    term /= math.sqrt(d)
                out[head, a, b] = product[b] / math.sqrt(d) + term
    return out

r"""Second opinion on retention: Sun et al. 2023 (RetNet), equations (4), (5), (8), and "Retention Score Normalization".

    o_n = sum over m <= n of gamma^(n-m) (Q_n e^{i n theta}) (K_m e^{i m theta})^dagger v_m                  (4)
    Retention(X) = (Q K^T * D) V,   D_nm = gamma^(n-m) for n >= m, else 0                                    (5)
    gamma_h = 1 - 2^(-5-h),  h = 0 .. heads - 1                                                              (8)

No softmax, and (5) has no 1 / sqrt(d). With normalise, the paper's three factors are applied, in its order:
Q K^T / sqrt(d); D_nm / sqrt(sum_i<=n D_ni); R_nm / max(|sum_i<=n R_ni|, 1) with R the product of the two before.
GroupNorm over each head's output, the swish gate and the projections are not part of the encoding and not done.
Pairs are channels (2i, 2i+1) as in the authors' code. spacing "rope": theta_i = base^(-2 i / d), what xPos has, to
which the paper refers; "code": base^(-i / (d/2 - 1)), the linspace(0, 1, d/2) of torchscale. Sums run over the keys
that are there, not later than the query, and allowed.
"""
import math

import numpy

from . import plain


def decays(heads):
    """gamma_h: float64 [heads]."""
    return numpy.array([1 - 2.0 ** (-5 - h) for h in range(heads)], dtype=numpy.float64)


def inverse_frequencies(head_dim, base=10000.0, spacing="rope"):
    """theta_i: float64 [head_dim / 2]."""
    half = head_dim // 2
    step = 2 / head_dim if spacing == "rope" else 1 / max(half - 1, 1)
    return numpy.array([math.pow(base, -i * step) for i in range(half)], dtype=numpy.float64)


def decay_matrix(q_positions, k_positions, heads):
    """D: float64 [heads, nq, nk]."""
    out = numpy.zeros((heads, len(q_positions), len(k_positions)), dtype=numpy.float64)
    for h, gamma in enumerate(decays(heads)):
        for row, n in enumerate(q_positions):
            for column, m in enumerate(k_positions):
                if n >= m:
                    out[h, row, column] = math.pow(gamma, float(n) - float(m))
    return out


def logits(q, k, q_positions, k_positions, options, given=None):
    """Rotated Q K^T before D, every pair; times 1 / sqrt(d) only with normalise: float64 [heads, nq, nk]."""
    theta = inverse_frequencies(options["head_dim"], options["base"], options["spacing"])
    turned = []
    for heads, positions in ((q, q_positions), (k, k_positions)):
        turned.append([[plain.turned(row, [float(m) * t for t in theta], "interleaved")
                        for row, m in zip(head, positions, strict=True)] for head in heads])
    scale = 1.0 / math.sqrt(options["head_dim"]) if options["normalise"] else 1.0
    return plain.products(turned[0], turned[1], scale)


def weights(q, k, q_positions, k_positions, options, given=None):
    """What multiplies the values; rows do not sum to 1 and entries may be negative: float64 [heads, nq, nk]."""
    allowed = (given or {}).get("allowed")
    scores = logits(q, k, q_positions, k_positions, options, given)
    decay = decay_matrix(q_positions, k_positions, len(q))
    out = numpy.zeros_like(scores)
    for h in range(len(q)):
        for i in range(len(q_positions)):
            row = [decay[h, i, j] if allowed is None or allowed[i][j] else 0.0 for j in range(len(k_positions))]
            total = math.fsum(row)
            if options["normalise"] and total > 0:
                row = [value / math.sqrt(total) for value in row]
            retention = [float(score) * value for score, value in zip(scores[h, i], row, strict=True)]
            divisor = max(abs(math.fsum(retention)), 1.0) if options["normalise"] else 1.0
            out[h, i] = [value / divisor for value in retention]
    return out


def attend(q, k, v, q_positions, k_positions, options, given=None):
    """Retention(X): float64 [heads, nq, dv]."""
    w = weights(q, k, q_positions, k_positions, options, given)
    out = numpy.zeros((len(q), len(q_positions), len(v[0][0])), dtype=numpy.float64)
    for h in range(len(q)):
        for i in range(len(q_positions)):
            for channel in range(len(v[h][0])):
                out[h, i, channel] = math.fsum(w[h, i, j] * float(v[h][j][channel]) for j in range(len(k_positions)))
    return out

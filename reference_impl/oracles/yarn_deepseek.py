r"""Second opinion on YaRN as DeepSeek uses it, from the model code and the reports.

Code (modeling_deepseek.py of DeepSeek-V2 and V3, class ...YarnRotaryEmbedding and the attention's __init__):

    get(m) = 0.1 m ln s + 1   for s > 1, else 1                                  s = factor
    cosine and sine    x get(mscale) / get(mscale_all_dim)                       feature factor
    softmax scale      x get(mscale_all_dim)^2                                   1 where mscale_all_dim = 0

with frequencies by the ramp over pair indexes (floor, ceil, clamp), as the authors of YaRN code it; written
out here a second time, for one pair, without the sibling oracle. DeepSeek-V2, section 3.1.4: s = 40, alpha =
1, beta = 32, "sqrt(t) = 0.0707 ln s + 1"; DeepSeek-V3, section 4.3: the same with 0.1. Both print sqrt(t) for
what multiplies queries and keys; the YaRN paper writes sqrt(1/t) for it.
head_dim is the rotary width; here it is all of q and k, so that the softmax scale is get^2 / sqrt(head_dim).
"""
import math

import numpy

from . import plain


def get(m, factor):
    """0.1 m ln s + 1."""
    return 1.0 if factor <= 1 else 1.0 + 0.1 * m * math.log(factor)


def feature_factor(options):
    """What cosine and sine are multiplied by."""
    return get(options["mscale"], options["factor"]) / get(options["mscale_all_dim"], options["factor"])


def softmax_factor(options):
    """What 1 / sqrt(d) is multiplied by."""
    return get(options["mscale_all_dim"], options["factor"]) ** 2


def cut_offs(options):
    """(low, high) over pair indexes: floor of the fast one, ceiling of the slow one, clamped to 0 .. d - 1."""
    d = options["head_dim"]
    real = [d / 2 * (math.log(options["original_length"]) - math.log(2 * math.pi * beta)) / math.log(options["base"])
            for beta in (options["beta_fast"], options["beta_slow"])]
    low, high = max(math.floor(real[0]), 0), min(math.ceil(real[1]), d - 1)
    if low > high:
        raise ValueError(f"yarn-deepseek: cut-offs {low} > {high}")
    return float(low), float(high)


def inverse_frequencies(options):
    """Pairs up to low keep their frequency, pairs from high on have it divided by s, linear between."""
    low, high = cut_offs(options)
    out = numpy.zeros(options["head_dim"] // 2, dtype=numpy.float64)
    for i in range(len(out)):
        theta = 1.0 / math.pow(options["base"], 2 * i / options["head_dim"])
        if i <= low:
            smooth = 1.0
        elif i >= high:
            smooth = 0.0
        else:
            smooth = (high - i) / (high - low)
        out[i] = theta / options["factor"] * (1 - smooth) + theta * smooth
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """get(mscale)^2 (R_m q) . (R_n k) / sqrt(d), through the two factors: float64 [heads, nq, nk]."""
    h, stretch = inverse_frequencies(options), feature_factor(options)

    def placed(rows, positions):
        return [[stretch * plain.turned(row, [float(p) * float(w) for w in h], options["pairing"])
                 for row, p in zip(head, positions, strict=True)] for head in rows]

    scale = softmax_factor(options) / math.sqrt(options["head_dim"])
    return plain.products(placed(q, q_positions), placed(k, k_positions), scale)

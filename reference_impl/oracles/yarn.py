r"""Second opinion on YaRN: Peng, Quesnelle, Fan and Shippole 2023 (arXiv 2309.00071v2), one pair at a time.

Frequencies (section 3.2, equations (17) to (20)), with theta_i = base^(-2i/d), i = 0 .. d/2 - 1, s = factor,
L = original_length and r_i = L / lambda_i = L theta_i / (2 pi) turns of pair i within L:

    h_i = (1 - gamma_i) theta_i / s + gamma_i theta_i
    ramp "rotations" (the paper):   gamma_i = clip((r_i - beta_slow) / (beta_fast - beta_slow), 0, 1)
    ramp "dimension" (authors' code, scaled_rope/LlamaYaRNScaledRotaryEmbedding.py, and transformers):
        index(n) = d ln(L / (2 pi n)) / (2 ln base)          the real i at which r_i = n
        low  = max(floor(index(beta_fast)), 0)               floor and ceil only with `truncate`
        high = min(ceil(index(beta_slow)), d - 1)            d - 1 although pairs end at d/2 - 1, as in the code
        gamma_i = 1 - clip((i - low) / (high - low), 0, 1)   with high + 0.001 for high where low = high

Temperature (section 3.4, equations (21), (22)): softmax(q.k / (t sqrt(d))), sqrt(1/t) = 0.1 ln s + 1, called
mscale here (1 where s <= 1; `attention_factor` replaces it). Multiplied into cosine and sine it reaches query
and key, so that logits get its square; mscale_at "scale" puts the square on the softmax scale: same logits.
"""
import math

import numpy

from . import plain, rope


def mscale(factor, attention_factor=None):
    """sqrt(1/t), equation (22)."""
    if attention_factor is not None:
        return float(attention_factor)
    if factor <= 1:
        return 1.0
    return 0.1 * math.log(factor) + 1.0


def index_of(turns, head_dim, base, original_length):
    """The real pair index i at which original_length * base^(-2i/d) / (2 pi) = turns."""
    return head_dim * math.log(original_length / (2 * math.pi * turns)) / (2 * math.log(base))


def cut_offs(head_dim, base, original_length, beta_slow=1.0, beta_fast=32.0, truncate=True):
    """(low, high) of the ramp over pair indexes, rounded and clamped, before the 0.001 for equal ones."""
    low = index_of(beta_fast, head_dim, base, original_length)
    high = index_of(beta_slow, head_dim, base, original_length)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = float(max(low, 0)), float(min(high, head_dim - 1))
    if low > high:  # the code's ramp would run backwards
        raise ValueError(f"yarn: cut-offs {low} > {high}; see original_length, base, beta_slow, beta_fast")
    return low, high


def gamma(i, options):
    """Share of the old frequency that pair i keeps."""
    d, base, length = options["head_dim"], options["base"], options["original_length"]
    slow, fast = options["beta_slow"], options["beta_fast"]
    if options["ramp"] == "rotations":
        turns = length * math.pow(base, -2 * i / d) / (2 * math.pi)
        return min(1.0, max(0.0, (turns - slow) / (fast - slow)))
    low, high = cut_offs(d, base, length, slow, fast, options["truncate"])
    if low == high:
        high += 0.001
    return 1.0 - min(1.0, max(0.0, (i - low) / (high - low)))


def inverse_frequencies(options):
    """h_i: float64 [head_dim / 2]."""
    old = rope.inverse_frequencies(options["head_dim"], options["base"])
    new = numpy.zeros_like(old)
    for i in range(len(old)):
        keep = gamma(i, options)
        new[i] = (1 - keep) * float(old[i]) / options["factor"] + keep * float(old[i])
    return new


def logits(q, k, q_positions, k_positions, options, given):
    """mscale^2 (R_m q) . (R_n k) / sqrt(d), R with the frequencies h: float64 [heads, nq, nk]."""
    h = inverse_frequencies(options)

    def placed(rows, positions):
        return [[plain.turned(row, [float(p) * float(w) for w in h], options["pairing"])
                 for row, p in zip(head, positions, strict=True)] for head in rows]

    c = mscale(options["factor"], options["attention_factor"])
    return plain.products(placed(q, q_positions), placed(k, k_positions), c * c / math.sqrt(options["head_dim"]))

r"""Second opinion on NTK-by-parts: Peng et al. 2023 (YaRN, arXiv 2309.00071v2), section 3.2, Definition 2.

    r(i) = L / lambda_i = L / (2 pi b^(2i/d))                                        (17)
    gamma(r) = 0 if r < alpha;  1 if r > beta;  (r - alpha) / (beta - alpha) else    (18)
    h(theta_i) = (1 - gamma) theta_i / s + gamma theta_i;  positions stay            (19), (20)

(17) is printed with b', which Definition 2 never sets; read b. alpha is `beta_slow`, beta is `beta_fast`.
ramp "rotations" is the above. ramp "dimension" is what the authors' code does (jquesnelle/yarn,
scaled_rope/LlamaYaRNScaledRotaryEmbedding.py), and transformers: the fractional pair index that makes n turns,

    i(n) = d ln(L / (2 pi n)) / (2 ln b);   low = max(floor i(beta), 0);   high = min(ceil i(alpha), d - 1),

0.001 added to high where both are equal, and 1 - gamma = (i - low) / (high - low) kept within 0 and 1.
truncate=False leaves out floor and ceil (transformers; gpt-oss). Where low > high the code's ramp runs
backwards, so that a pair due to stay is divided; refused here.
"""
import math

import numpy

from . import position_interpolation, rope


def turns(head_dim, base, original_length):
    """r(i), full turns of each pair within the training length."""
    return [original_length / (2 * math.pi / theta) for theta in rope.inverse_frequencies(head_dim, base)]


def cut_offs(head_dim, base, original_length, beta_slow=1.0, beta_fast=32.0, truncate=True):
    """(low, high) of the ramp "dimension", before the 0.001."""
    low, high = (
        head_dim * (math.log(original_length) - math.log(2 * math.pi * n)) / (2 * math.log(base))
        for n in (beta_fast, beta_slow))
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = float(max(low, 0)), float(min(high, head_dim - 1))
    if low > high:
        raise ValueError(f"ntk-by-parts: cut-offs {low} > {high}")
    return low, high


def kept(head_dim, base, original_length, beta_slow=1.0, beta_fast=32.0, ramp="rotations", truncate=True):
    """gamma of each pair: 1 keeps its frequency, 0 divides it by s. float64 [head_dim / 2]."""
    out = []
    if ramp == "rotations":
        for r in turns(head_dim, base, original_length):
            if r < beta_slow:
                out.append(0.0)
            elif r > beta_fast:
                out.append(1.0)
            else:
                out.append((r - beta_slow) / (beta_fast - beta_slow))
        return numpy.array(out)
    low, high = cut_offs(head_dim, base, original_length, beta_slow, beta_fast, truncate)
    if low == high:
        high += 0.001
    for i in range(head_dim // 2):
        out.append(1.0 - min(1.0, max(0.0, (i - low) / (high - low))))
    return numpy.array(out)


def inverse_frequencies(
        head_dim, base, factor, original_length, beta_slow=1.0, beta_fast=32.0, ramp="rotations", truncate=True):
    """(20): float64 [head_dim / 2]."""
    gamma = kept(head_dim, base, original_length, beta_slow, beta_fast, ramp, truncate)
    theta = rope.inverse_frequencies(head_dim, base)
    return numpy.array([(1 - g) * t / factor + g * t for g, t in zip(gamma, theta, strict=True)])


def logits(q, k, q_positions, k_positions, options, given):
    """RoPE scores with the new frequencies: float64 [heads, nq, nk]."""
    frequencies = inverse_frequencies(**{name: options[name] for name in options if name != "pairing"})
    return position_interpolation.scores(q, k, q_positions, k_positions, frequencies, options["pairing"])

r"""Second opinion on dynamic NTK: NTK-aware interpolation whose factor s follows the current length l.

    "transformers"  s = alpha l / L - (alpha - 1) for l > L, else 1; alpha is `factor`. The post of emozilla
                    (30 June 2023), the code of jquesnelle/yarn, and _compute_dynamic_ntk_parameters.
    "paper"         s = max(1, l / L): Peng et al. 2023 (YaRN), section 3.3. It is "transformers" at alpha = 1.
    "qwen"          s = max(1, 2^ceil(log2(l / L) + 1) - 1): Qwen-7B, modeling_qwen.py, get_ntk_alpha. It is
                    "transformers" at alpha = 2 with l / L rounded up to a power of two. No logarithm is taken
                    here: k is the least integer with l <= 2^k L, counted in exact fractions.

L is `original_length`; l is given["length"], one number for queries and keys alike (the paper's correct
implementation: every key is rotated with the s of now). `factor` means nothing to "paper" and "qwen".
"""
from fractions import Fraction

from . import ntk_aware, position_interpolation


def stretch(length, original_length, factor=1.0, variant="transformers"):
    """s at length l, as a float."""
    if length is None or length < 1:
        raise ValueError("dynamic-ntk needs the current length")
    if variant != "transformers" and factor != 1.0:
        raise ValueError("factor belongs to the variant transformers")
    ratio = Fraction(length) / Fraction(original_length)
    if ratio <= 1:
        return 1.0
    if variant == "paper":
        return float(ratio)
    if variant == "transformers":
        alpha = Fraction(factor)
        return float(alpha * ratio - (alpha - 1))
    k = 0
    while ratio > 2 ** k:
        k += 1
    return float(2 ** (k + 1) - 1)


def inverse_frequencies(length, head_dim, base, original_length, factor=1.0, variant="transformers"):
    """Frequencies in force at length l: float64 [head_dim / 2]."""
    return ntk_aware.inverse_frequencies(head_dim, base, stretch(length, original_length, factor, variant))


def logits(q, k, q_positions, k_positions, options, given):
    """RoPE scores with the frequencies of given["length"]: float64 [heads, nq, nk]."""
    frequencies = inverse_frequencies(
        given.get("length"), options["head_dim"], options["base"], options["original_length"],
        options["factor"], options["variant"])
    return position_interpolation.scores(q, k, q_positions, k_positions, frequencies, options["pairing"])

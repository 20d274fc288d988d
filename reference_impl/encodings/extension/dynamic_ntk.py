r"""Dynamic NTK: NTK-aware interpolation whose factor follows the context length in force.

Equations (l = ctx.length, L = original_length; theta'_i and b' as in NTK-aware interpolation)

    b' = b s^(d / (d - 2)), theta'_i = b'^(-2i/d)                      (Peng et al. 2023, eq. 15 and 16)

    variant "paper"          s = max(1, l/L)                           (Peng et al. 2023, section 3.3)
    variant "transformers"   s = alpha l/L - (alpha - 1), l at least L; alpha is `factor`  (emozilla's post)
    variant "qwen"           s = max(1, 2^ceil(log2(l/L) + 1) - 1)     (code of Qwen-7B-Chat)

For l <= L each is plain RoPE. "paper" is "transformers" with factor 1, the default.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           length in tokens; inverse frequency in radians a token; stretch(length) is s, a ratio.
Length          ctx.length, one for queries and keys: the same call gives the same numbers whatever came
                before. A key that was rotated at one length does not fit a query of another: cache keys
                before rotation.
Dtype           angles in float64 (float32 where the device has no float64), one rounding to the dtype of x at
                the end. Nothing learned, nothing stored.
Errors          ValueError: no ctx.length or a negative one, factor <= 0, a factor other than 1 where the
                variant has none, head_dim < 4, and what RoPE refuses.
Source          emozilla's post on r/LocalLLaMA of 30 June 2023; "YaRN: Efficient Context Window Extension of
                Large Language Models"; modeling_qwen.py of Qwen-7B-Chat.
In code         transformers takes max_position_embeddings for L and recomputes only as the length grows, so
                its numbers depend on earlier calls; below L it goes back to plain RoPE. Qwen decides once, as
                it reads the prompt, keeps s while it generates, and scales at inference only. vLLM fixes the
                length at factor L.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import (
    PositionEncoding,
    angle_dtype,
    choice,
    integer,
    needed,
    number_above,
    positions_for,
    width_of,
)
from ..rotary.rope import turned


class DynamicNtk(PositionEncoding):
    """RoPE with a base that grows with the context length beyond `original_length`."""

    method = "dynamic-ntk"
    needs = ("length",)

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", *,
                 original_length: int, factor: float = 1.0, variant: str = "transformers"):
        super().__init__()
        self.head_dim = integer(self.method, "head_dim", head_dim, 4, even="channels rotate in pairs")
        self.base = number_above(
            self.method, "base", base, 1.0, "frequencies fall by its powers; the paper has 10000")
        self.pairing = choice(self.method, "pairing", pairing, ("interleaved", "half"))
        self.original_length = integer(self.method, "original_length", original_length)
        self.factor = number_above(self.method, "factor", factor, 0.0, "it says how fast s grows")
        self.variant = choice(self.method, "variant", variant, ("transformers", "paper", "qwen"))
        if variant != "transformers" and factor != 1:
            raise ValueError(
                f"{self.method}: variant {variant!r} has no factor, got {factor!r}; leave it out")

    def stretch(self, length: int) -> float:
        """s, the factor of NTK-aware interpolation at this context length."""
        longer = max(integer(self.method, "length", length, 0), self.original_length)
        if self.variant == "qwen":  # in whole numbers: the logarithm of a float ratio can step one too far
            windows = -(-longer // self.original_length)  # l / L, rounded up
            return float(2 * 2 ** (windows - 1).bit_length() - 1)
        return 1 + self.factor * (longer / self.original_length - 1)  # so written, it is 1 exactly up to L

    def inverse_frequencies(self, length: int, device: torch.device | str | None = None) -> Tensor:
        """theta'_i at this context length, radians a token: [head_dim / 2]."""
        base = self.base * self.stretch(length) ** (self.head_dim / (self.head_dim - 2))
        i = torch.arange(self.head_dim // 2, device=device)
        return base ** (-2 * i.to(angle_dtype(i.device)) / self.head_dim)

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        if role == "value":
            return x
        length = needed(self.method, ctx, "length")
        width_of(self.method, "head_dim", self.head_dim, x)
        frequencies = self.inverse_frequencies(length, x.device)
        positions = positions_for(self.method, positions, x, heads=True)
        return turned(x, positions[..., None].to(frequencies.dtype) * frequencies, self.pairing)

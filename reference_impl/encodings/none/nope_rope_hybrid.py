r"""Layers with RoPE and layers without any position, in a fixed order: every k-th layer leaves it out.

Equations (code of Llama 4; layers l counted from 0, k = interval)

    layer l has no position encoding          if (l + 1) mod k = 0, that is l = k - 1, 2k - 1, ...
    layer l is RoPE, theta_i = base^(-2i/d)   elsewhere

This is the pattern of positions alone. What such models change beside it from layer to layer (windows,
normalised queries and keys, a temperature) is not here.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]; ctx.layer a whole number from 0.
Units           position in tokens, layers counted from 0; inverse frequency in radians a token.
Dtype           as RoPE; a layer without position returns its x untouched.
Errors          ValueError: interval < 1, no ctx.layer or one below 0, and those of RoPE.
Source          meta-llama/llama-models, models/llama4/model.py, TransformerBlock; Meta 2025 (the name iRoPE);
                Yang et al. 2025, "Rope to Nope and Back Again" (the study of such hybrids).
In code         Llama 4: base 500000, interval 4, pairs (2i, 2i+1). transformers lists the pattern as
                no_rope_layers, where 1 means RoPE in spite of the name. interval 1 is nope.
"""
from __future__ import annotations

from typing import Any

from torch import Tensor

from ..base import integer, needed
from ..rotary.rope import Rope


class NopeRopeHybrid(Rope):
    """RoPE in all layers but every `interval`-th."""

    method = "nope-rope-hybrid"
    needs = ("layer",)

    def __init__(
        self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", interval: int = 4
    ):
        super().__init__(head_dim, base, pairing)
        self.interval = integer(self.method, "interval", interval)

    def uses_rope(self, layer: int) -> bool:
        """Whether this layer, counted from 0, rotates."""
        return (integer(self.method, "layer", layer, 0) + 1) % self.interval != 0

    def pattern(self, layers: int) -> list[bool]:
        """For each of the first `layers` layers whether it rotates: [layers]."""
        return [self.uses_rope(layer) for layer in range(integer(self.method, "layers", layers, 0))]

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        if role == "value":
            return x
        rotates = self.uses_rope(needed(self.method, ctx, "layer"))
        return self.rotate(x, positions, role) if rotates else x

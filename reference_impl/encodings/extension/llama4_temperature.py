r"""Llama 4's attention temperature: sharpen a query's logits a little more every L tokens.

Equation (no paper; code of Llama 4, class Attention; query at position m, counted from 0)

    tau_m = 1 + beta ln(1 + floor((m + 1) / L))        variant "llama4"
    tau_m = 1 + beta ln(1 + floor(m / L))              variant "ministral"
    softmax over n of (tau_m q_m . k_n / sqrt(d))      L = floor_length, beta = strength

Nothing is rotated and nothing is added here: without the factor it is attention without positions. Keys are
left alone, so a cache of keys stays valid.

Shapes          q [..., heads, nq, d], any d; temperature(positions [..., n]) -> [..., n].
Units           position in tokens; tau is a ratio: 1 up to position L - 2 ("llama4") or L - 1 ("ministral").
Dtype           tau in float64 (float32 where the device has no float64), where (m + 1) / L floors rightly for
                whole positions below 2^52; rounded once to the dtype that logits are computed in.
Errors          ValueError: floor_length < 1, strength < 0, unknown variant, a position below 0.
Source          meta-llama/llama-models, models/llama4/model.py, Attention.forward; values in args.py.
In code         Llama 4 multiplies the queries of its layers without position encoding, and only where
                attn_temperature_tuning is on. Ministral 3 in transformers has the other step, on layers with
                RoPE, after the rotation. Both count the place in the cache, which left padding moves.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import PositionEncoding, angle_dtype, as_positions, at_least, choice, integer, positions_for


class Llama4Temperature(PositionEncoding):
    """A factor on logits that grows in steps with the position of the query."""

    method = "llama4-temperature"

    def __init__(self, floor_length: int = 8192, strength: float = 0.1, variant: str = "llama4"):
        super().__init__()
        self.floor_length = integer(self.method, "floor_length", floor_length)
        self.strength = at_least(
            self.method, "strength", strength, 0.0, "below 0 it would flatten attention; Llama 4 has 0.1")
        self.variant = choice(self.method, "variant", variant, ("llama4", "ministral"))

    def temperature(self, positions: Any) -> Tensor:
        """tau of each position, a ratio: [..., n] -> [..., n]."""
        m = as_positions(self.method, positions)
        if not m.is_meta and not torch.compiler.is_compiling() and bool((m < 0).any()):
            raise ValueError(f"{self.method}: a query stands at {m.min():g}, but steps count tokens from "
                             "position 0; pass positions of at least 0")
        m = m.to(angle_dtype(m.device))
        passed = m + 1 if self.variant == "llama4" else m
        return 1 + self.strength * (1 + (passed / self.floor_length).floor()).log()

    def scale(self, q: Tensor, ctx: Any) -> Tensor:
        positions = positions_for(self.method, ctx.q_positions, q, heads=True)  # [..., 1, nq]
        return (self.temperature(positions)[..., None] * super().scale(q, ctx)).to(q.dtype)

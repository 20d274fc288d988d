r"""Proportional RoPE: p-RoPE in half pairing, with every frequency divided by a factor.

Equation (transformers, rope type "proportional", as in Gemma 4; not from a paper; i from 0)

    theta_i = base^(-2i/d) / factor   for i < int(fraction d // 2),   0 for the other pairs

factor = 1 is p-RoPE. factor > 1 slows what turns, as position interpolation does.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token; fraction and factor without unit.
Dtype           as RoPE: angles in float64, one rounding at the end. Nothing learned, nothing stored.
Errors          ValueError: a factor not above 0, and those of p-RoPE.
Source          transformers, modeling_rope_utils.py, _compute_proportional_rope_parameters.
In code         With half pairing the channels that turn are the first of each half, 0 .. A-1 and d/2 ..
                d/2 + A-1, not the first 2A. The function in transformers takes 1.0 where
                `partial_rotary_factor` is not set; the layers of Gemma 4 with full attention have 0.25 of a
                head of 512, base 1,000,000. Gemma's own scale on the logits is not part of the method.
"""
from __future__ import annotations

import torch
from torch import Tensor

from ..base import number_above
from .p_rope import PRope


class ProportionalRope(PRope):
    """p-RoPE with interpolated frequencies."""

    method = "proportional-rope"

    def __init__(
        self, head_dim: int, base: float = 10000.0, pairing: str = "half", fraction: float = 0.25,
        factor: float = 1.0
    ):
        super().__init__(head_dim, base, pairing, fraction)
        self.factor = number_above(self.method, "factor", factor, 0.0, "frequencies are divided by it")

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_i, radians a token: [head_dim / 2]."""
        return super().inverse_frequencies(device) / self.factor

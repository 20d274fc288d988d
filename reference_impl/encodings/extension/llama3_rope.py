r"""RoPE scaling of Llama 3.1: short wavelengths stay, long ones are divided by a factor, a blend between.

Equations (`apply_scaling` in Meta's code; lambda_i = 2 pi / theta_i, L = original_length, s = factor)

    theta'_i = theta_i                                    where lambda_i < L / high_frequency_factor
    theta'_i = theta_i / s                                where lambda_i > L / low_frequency_factor
    theta'_i = (1 - smooth) theta_i / s + smooth theta_i  between, with
    smooth = (L / lambda_i - low_frequency_factor) / (high_frequency_factor - low_frequency_factor)

L / lambda_i is the number of turns within L: this is NTK-by-parts with its ramp in turns, alpha the low
factor and beta the high one. At both limits the neighbouring lines give the same number.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           both frequency factors: turns within original_length (tokens); inverse frequency in radians a
                token.
Dtype           angles in float64 (float32 where the device has no float64), one rounding to the dtype of x at
                the end. Nothing learned, nothing stored.
Errors          ValueError: factor < 1, low factor <= 0, high factor <= low factor, and what RoPE refuses.
Source          `apply_scaling` in models/llama3/model.py of meta-llama/llama-models; the numbers 8, 1, 4,
                8192 stand there, with the remark that they come from a grid search.
In code         transformers has it as the type "llama3" with the names low_freq_factor, high_freq_factor and
                original_max_position_embeddings; there is no temperature. Meta's code pairs neighbouring
                channels, transformers pairs by halves.
"""
from __future__ import annotations

import math

import torch
from torch import Tensor

from ..base import at_least, integer, number_above
from ..rotary.rope import Rope


class Llama3Rope(Rope):
    """RoPE with the frequencies of Llama 3.1."""

    method = "llama3-rope"

    def __init__(self, head_dim: int, base: float = 500000.0, pairing: str = "interleaved",
                 factor: float = 8.0, low_frequency_factor: float = 1.0, high_frequency_factor: float = 4.0,
                 original_length: int = 8192):
        super().__init__(head_dim, base, pairing)
        self.factor = at_least(
            self.method, "factor", factor, 1.0, "it says how many times slow pairs are slowed")
        self.low_frequency_factor = number_above(
            self.method, "low_frequency_factor", low_frequency_factor, 0.0, "it counts turns; Meta has 1")
        self.high_frequency_factor = number_above(
            self.method, "high_frequency_factor", high_frequency_factor, self.low_frequency_factor,
            "it lies above low_frequency_factor; Meta has 4")
        self.original_length = integer(self.method, "original_length", original_length)

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta'_i, radians a token: [head_dim / 2]."""
        theta = super().inverse_frequencies(device)
        turns = self.original_length * theta / (2 * math.pi)  # L / lambda_i
        low, high = self.low_frequency_factor, self.high_frequency_factor
        smooth = ((turns - low) / (high - low)).clamp(0, 1)
        return (1 - smooth) * theta / self.factor + smooth * theta

r"""Sinusoidal position encoding: add fixed sines and cosines of the position to the embedding.

Equation (Vaswani et al. 2017, section 3.5, not numbered; i = 0 .. d_model/2 - 1)

    PE(pos, 2i)   = sin(pos / 10000^(2i / d_model))
    PE(pos, 2i+1) = cos(pos / 10000^(2i / d_model))        layout "interleaved"

Shapes          positions [..., n] -> table [..., n, width]; embed: x [..., n, width] -> the same.
Units           position in tokens (fractions and negative numbers are defined); wavelength in tokens a full
                turn, 2 pi base^(2i / width): from 2 pi up to 2 pi base^(1 - 2 / width), below 2 pi base.
Dtype           table float64 (float32 where the device has no float64); embed adds in float32 or better,
                rounds once and returns the dtype of x. Nothing learned, nothing stored.
Errors          ValueError: odd width, base <= 1, unknown layout, width 2 with "tensor2tensor", x of another
                width.
Source          "Attention Is All You Need", section 3.5.
In code         "concatenated": all sines, then all cosines, the same frequencies (MarianMT in
                transformers): the same encoding with its channels permuted; weights trained with one do not
                fit the other. "tensor2tensor": concatenated, and the exponent i / (width/2 - 1) in place of
                2i / width, so that the last wavelength is 2 pi base itself: other frequencies, not a
                permutation. Whisper's encoder has this form. The paper multiplies embeddings by
                sqrt(d_model) before it adds; here the caller does.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import (
    PositionEncoding,
    angle_dtype,
    as_positions,
    at_least_float32,
    choice,
    integer,
    number_above,
    positions_for,
    width_of,
)

LAYOUTS = ("interleaved", "concatenated", "tensor2tensor")


class Sinusoidal(PositionEncoding):
    """Sines and cosines for embeddings of `width` channels."""

    method = "sinusoidal"

    def __init__(self, width: int, layout: str = "interleaved", base: float = 10000.0):
        super().__init__()
        self.layout = choice(self.method, "layout", layout, LAYOUTS)
        self.width = integer(self.method, "width", width, 4 if layout == "tensor2tensor" else 2,
                             even="each wave takes a sine and a cosine channel")
        self.base = number_above(
            self.method, "base", base, 1.0, "wavelengths grow by its powers; the paper has 10000")

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """Radians a token, [width / 2]."""
        i = torch.arange(self.width // 2, device=device)
        steps = self.width // 2 - 1 if self.layout == "tensor2tensor" else self.width / 2
        return self.base ** -(i.to(angle_dtype(i.device)) / steps)

    def wavelengths(self) -> Tensor:
        """Tokens a full turn, [width / 2]."""
        return 2 * math.pi / self.inverse_frequencies()

    def table(self, positions: Any) -> Tensor:
        """PE of each position: [..., n] -> [..., n, width]."""
        positions = as_positions(self.method, positions)
        frequencies = self.inverse_frequencies(positions.device)
        angles = positions[..., None].to(frequencies.dtype) * frequencies  # [..., n, width / 2]
        if self.layout == "interleaved":
            return torch.stack((angles.sin(), angles.cos()), -1).flatten(-2)  # sin 0, cos 0, sin 1, cos 1 ...
        return torch.cat((angles.sin(), angles.cos()), -1)  # sin 0, sin 1 ... cos 0, cos 1 ...

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        wide = at_least_float32(x)
        table = self.table(positions_for(self.method, positions, x))
        return (x.to(wide) + table.to(wide)).to(x.dtype)

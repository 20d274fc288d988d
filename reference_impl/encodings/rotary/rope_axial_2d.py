r"""Axial RoPE for images: half of the pairs of channels turn by the column, half by the row.

Equations (Heo et al. 2024; p^x column, p^y row; t = 0 .. d/4 - 1)

    theta_t = 100^(-t / (d/4))
    R(n, 2t) = e^(i theta_t p_n^x),   R(n, 2t + 1) = e^(i theta_t p_n^y)                order "alternating"

order "blocks", the default, is the authors' code: pairs 0 .. d/4 - 1 turn by x, the rest by y, with the same
frequencies. The two are one method under a fixed permutation of channels, and differ on the same weights.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n, 2], (y, x). Values are left as
                they are.
Units           positions in rows and columns (fractions and negative numbers are defined); inverse frequency
                in radians a row or column.
Dtype           angles, sine and cosine in float64 (float32 where the device has no float64), products in
                float32 or better, one rounding to the dtype of x. Nothing learned, nothing stored.
Errors          ValueError: head_dim no multiple of 4, base <= 1, unknown order, pairing or role, x of another
                width, positions without two axes.
Source          "Rotary Position Embedding for Vision Transformer".
In code         The authors pair (2p, 2p + 1), do not rotate the class token and count whole patches from 0 at
                every resolution. pairing "half", channels (p, p + d/2), with base 10000 and rows in the first
                block is the vision tower of Qwen2-VL.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, as_positions, axes_of, choice, integer
from .rope import Rope


class RopeAxial2d(Rope):
    """Rotary embedding of column and row, `head_dim` channels wide."""

    method = "rope-axial-2d"
    position_axes = 2

    def __init__(self, head_dim: int, base: float = 100.0, pairing: str = "interleaved",
                 order: str = "blocks"):
        super().__init__(head_dim, base, pairing)
        integer(self.method, "head_dim / 2", head_dim // 2, 2, even="row and column take as many pairs each")
        self.order = choice(self.method, "order", order, ("blocks", "alternating"))

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_t of either axis, radians a row or column: [head_dim / 4]."""
        t = torch.arange(self.head_dim // 4, device=device)
        return self.base ** (-4 * t.to(angle_dtype(t.device)) / self.head_dim)

    def pair_axes(self, device: torch.device | str | None = None) -> Tensor:
        """What each pair turns by, int64: 0 the row y, 1 the column x; [head_dim / 2]."""
        pair = torch.arange(self.head_dim // 2, device=device)
        return 1 - (pair % 2 if self.order == "alternating" else pair // (self.head_dim // 4))

    def angles(self, positions: Any) -> Tensor:
        """theta_t times row or column, by pair: [..., 2] -> [..., head_dim / 2], radians."""
        positions = as_positions(self.method, positions)
        axes_of(self.method, self.position_axes, positions)
        theta = self.inverse_frequencies(positions.device)
        theta = theta.repeat_interleave(2) if self.order == "alternating" else theta.repeat(2)
        return positions[..., self.pair_axes(positions.device)].to(theta.dtype) * theta

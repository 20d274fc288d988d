r"""RoPE-Mixed: every pair of channels turns by a learned mixture of row and column.

Equation (Heo et al. 2024; p^x column, p^y row; pair t of one head)

    R(n, t) = e^(i (theta_t^x p_n^x + theta_t^y p_n^y))

so the logit sees offsets in both axes together, and a pair can follow a diagonal.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n, 2], (y, x). Values are left as
                they are. frequencies [2, heads, head_dim / 2], axis 0 for y, 1 for x.
Units           positions in rows and columns (fractions and negative numbers are defined); frequency in
                radians a row or column.
Dtype           angles, sine and cosine in float64 (float32 where the device has no float64), products in
                float32 or better, one rounding to the dtype of x.
Learned         heads * head_dim frequencies a layer. They start with one direction phi a head, drawn from
                [0, 2 pi), and magnitudes m_t = base^(-t / (d/4)): pair t lies along phi, pair d/4 + t at a
                right angle to it.
Errors          ValueError: head_dim no multiple of 4, base <= 1, unknown pairing or role, x of another width
                or number of heads, positions without two axes.
Source          "Rotary Position Embedding for Vision Transformer".
In code         The authors' tensor holds x first and the heads of a layer side by side; they pair (2p, 2p+1),
                do not rotate the class token and exempt the frequencies from weight decay.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from ..base import (
    PositionEncoding,
    angle_dtype,
    as_positions,
    axes_of,
    choice,
    heads_of,
    integer,
    number_above,
    positions_for,
    width_of,
)
from .rope import turned


class RopeMixed(PositionEncoding):
    """Learned frequencies in two axes for `heads` heads of `head_dim` channels."""

    method = "rope-mixed"
    position_axes = 2

    def __init__(self, heads: int, head_dim: int, base: float = 10.0, pairing: str = "interleaved"):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.head_dim = integer(self.method, "head_dim", head_dim, 4, even="channels rotate in pairs")
        integer(self.method, "head_dim / 2", head_dim // 2, 2, even="two directions share the pairs evenly")
        self.base = number_above(
            self.method, "base", base, 1.0, "frequencies start at its powers; the paper's code has 10")
        self.pairing = choice(self.method, "pairing", pairing, ("interleaved", "half"))
        self.frequencies = nn.Parameter(torch.empty(2, self.heads, self.head_dim // 2))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw a direction for each head anew."""
        device = self.frequencies.device
        directions = 2 * math.pi * torch.rand(
            self.heads, generator=generator, dtype=angle_dtype(device), device=device)
        with torch.no_grad():
            self.frequencies.copy_(self.initial_frequencies(directions))

    def initial_frequencies(self, directions: Tensor) -> Tensor:
        """Frequencies at the start, from a direction a head, radians: [heads] -> [2, heads, head_dim / 2]."""
        phi = directions.to(angle_dtype(directions.device))[:, None]
        t = torch.arange(self.head_dim // 4, device=phi.device)
        magnitude = self.base ** (-4 * t.to(phi.dtype) / self.head_dim)
        along, across = magnitude * phi.cos(), magnitude * phi.sin()
        return torch.stack((torch.cat((across, along), 1), torch.cat((along, -across), 1)))

    def angles(self, positions: Any) -> Tensor:
        """theta^y p^y + theta^x p^x: [..., n, 2] -> [..., heads, n, head_dim / 2], radians."""
        positions = as_positions(self.method, positions)
        axes_of(self.method, self.position_axes, positions)
        dtype = angle_dtype(positions.device)
        y, x = positions.to(dtype)[..., None, :, :, None].unbind(-2)  # [..., 1, n, 1]
        theta_y, theta_x = self.frequencies.to(dtype)[:, :, None, :]  # [heads, 1, head_dim / 2]
        return y * theta_y + x * theta_x

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        """Each row of x turned, queries and keys alike."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "head_dim", self.head_dim, x)
        heads_of(self.method, self.heads, x)
        positions = positions_for(self.method, positions, x, heads=True, axes=self.position_axes)
        return turned(x, self.angles(positions.squeeze(-3)), self.pairing)

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        return x if role == "value" else self.rotate(x, positions, role)

r"""PoPE: a channel's content sets a length, its position an angle, so that neither touches the other.

Equations (Gopalakrishnan et al. 2025; c = 1 .. d, one frequency for each channel)

    mu_c(x) = softplus(x_c) = ln(1 + e^(x_c))                                                    (3)
    angle of query at t: t theta_c,   of key at s: s theta_c + delta_c                           (4) to (8)
    theta_c = theta^(-(c-1)/d)                        (the print lacks the minus)
    logit = sum_c mu_c(q) mu_c(k) cos((s - t) theta_c + delta_c) / sqrt(d)                       (9), (10)

delta is learned, one number for each head and channel, and held in [-2 pi, 0].

Shapes          x [..., heads, n, head_dim] -> [..., heads, n, 2 head_dim] for queries and keys: all mu cos,
                then all mu sin. delta [heads, head_dim]. positions [..., n]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token; delta in radians.
Dtype           angles, sine and cosine in float64, products in float32 or better, one rounding at the end.
Learned         delta, heads * head_dim numbers, zero at first (best for length; the paper also starts from
                U(-2 pi, 0)). Outside [-2 pi, 0] it is clamped where used, and its gradient is zero there.
Errors          ValueError: heads or head_dim < 1, base <= 1, x of another width or number of heads.
Source          "Decoupling the "What" and "Where" With Polar Coordinate Positional Embeddings".
In code         PoPE-pytorch sets cosine and sine side by side, x-transformers in two halves, as here: the
                same logits. The scale is that of head_dim; a kernel that takes it from the doubled width
                gives logits smaller by sqrt(2).
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
    at_least_float32,
    heads_of,
    integer,
    number_above,
    positions_for,
    width_of,
)


class PopePolar(PositionEncoding):
    """Polar coordinates: `head_dim` lengths and angles for each of `heads` heads."""

    method = "pope-polar"

    def __init__(self, heads: int, head_dim: int, base: float = 10000.0):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.head_dim = integer(self.method, "head_dim", head_dim)
        self.base = number_above(
            self.method, "base", base, 1.0, "frequencies fall by its powers; the paper has 10000")
        self.delta = nn.Parameter(torch.empty(self.heads, self.head_dim))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every delta to zero."""
        nn.init.zeros_(self.delta)

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_c, radians a token: [head_dim]."""
        c = torch.arange(self.head_dim, device=device)
        return self.base ** (-c.to(angle_dtype(c.device)) / self.head_dim)

    def magnitude(self, x: Any) -> Tensor:
        """mu(x), softplus of each number, without unit: the shape of x."""
        x = x if isinstance(x, Tensor) else torch.tensor(x, dtype=torch.float64)
        return torch.logaddexp(x, torch.zeros_like(x))  # softplus in PyTorch is only x above 20

    def phases(self, delta: Any) -> Tensor:
        """delta as it is used, radians, held in [-2 pi, 0]: the shape of delta."""
        delta = delta if isinstance(delta, Tensor) else torch.tensor(delta, dtype=torch.float64)
        return delta.to(angle_dtype(delta.device)).clamp(-2 * math.pi, 0)

    def angles(self, positions: Any, role: str = "query") -> Tensor:
        """Radians: [..., 1, n] -> [..., 1, n, head_dim] for queries, [..., heads, n, head_dim] for keys."""
        positions = as_positions(self.method, positions)
        frequencies = self.inverse_frequencies(positions.device)
        angles = positions[..., None].to(frequencies.dtype) * frequencies
        return angles if role == "query" else angles + self.phases(self.delta)[:, None, :]

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        if role == "value":
            return x
        heads_of(self.method, self.heads, x)
        width_of(self.method, "head_dim", self.head_dim, x)
        angles = self.angles(positions_for(self.method, positions, x, heads=True), role)
        wide = at_least_float32(x)
        length = self.magnitude(x.to(wide))
        return torch.cat((length * angles.cos().to(wide), length * angles.sin().to(wide)), -1).to(x.dtype)

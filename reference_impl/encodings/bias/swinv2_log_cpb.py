r"""Swin V2: a small network turns log-spaced offsets into a bias, and attention compares directions.

Equations (Liu et al. 2022, scaled cosine attention and log-spaced continuous position bias)

    Sim(q_i, k_j) = cos(q_i, k_j) / tau + B_ij          tau >= 0.01, one a head
    B_ij = 16 sigmoid(G(c(dy), c(dx)))                  G: linear, ReLU, linear without bias
    c(x) = sign(x) ln(1 + |x|)                                                coordinates "paper"
    c(x) = sign(x) log2(1 + 8 |x| / (M - 1)) / log2(8)                        coordinates "code"

Shapes          hidden.weight [hidden, 2] (y, x), hidden.bias [hidden], output.weight [heads, hidden],
                logit_scale [heads]; log_coordinates [..., 2] -> the same; positions [..., n, 2].
Units           position in tokens, row y then column x; offset = query - key. M is the window the model was
                trained with: at fine-tuning with a larger one keep it, and give the larger offsets.
Dtype           bias in float64, rounded once to the dtype of q; directions in float32 or better.
Learned         hidden (heads + 3) + heads numbers: weights from N(0, 0.02^2), cut off at -2 and 2,
                hidden.bias 0, logit_scale ln 10, as the authors' code starts them.
Errors          ValueError: heads or hidden < 1, window < 2 with "code" (it divides by window - 1), unknown
                coordinates, q with another number of heads.
Source          "Swin Transformer V2: Scaling Up Capacity and Resolution".
In code         models/swin_transformer_v2.py of the authors: 1/tau = exp(min(logit_scale, ln 100)) stands in
                the place of 1/sqrt(d); 16 sigmoid and the coordinates "code" are there and not in the
                equations. At the edge of the window "code" gives log2(9) / 3 = 1.057, not 1. With M = 9 it
                is the paper's coordinate divided by ln 8. Queries and keys are divided by their length, or
                by 1e-12 where that is larger.
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
    axes_of,
    choice,
    heads_of,
    integer,
    offsets_for,
)


class Swinv2LogCpb(PositionEncoding):
    """Cosine attention and a bias from a network of `hidden` units, for windows of `window` x `window`."""

    method = "swinv2-log-cpb"
    position_axes = 2

    def __init__(self, heads: int, window: int = 8, hidden: int = 512, coordinates: str = "code"):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.coordinates = choice(self.method, "coordinates", coordinates, ("code", "paper"))
        self.window = integer(self.method, "window", window, 2 if coordinates == "code" else 1)
        units = integer(self.method, "hidden", hidden)
        self.hidden = nn.Linear(2, units)
        self.output = nn.Linear(units, self.heads, bias=False)
        self.logit_scale = nn.Parameter(torch.empty(self.heads))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the network anew, and set 1 / tau to 10."""
        nn.init.trunc_normal_(self.hidden.weight, std=0.02)
        nn.init.zeros_(self.hidden.bias)
        nn.init.trunc_normal_(self.output.weight, std=0.02)
        nn.init.constant_(self.logit_scale, math.log(10.0))

    def options(self) -> dict[str, Any]:
        return {"heads": self.heads, "window": self.window, "hidden": self.hidden.out_features,
                "coordinates": self.coordinates}

    def log_coordinates(self, offsets: Any) -> Tensor:
        """c of each coordinate of the offsets: the same shape, float64, no unit."""
        offsets = as_positions(self.method, offsets, self.logit_scale.device)
        axes_of(self.method, self.position_axes, offsets)
        x = offsets.to(angle_dtype(offsets.device))
        if self.coordinates == "paper":
            return x.sign() * x.abs().log1p()
        return x.sign() * (8 * x.abs() / (self.window - 1)).log1p() / math.log(8)

    def bias_at(self, offsets: Any) -> Tensor:
        """B of each offset (dy, dx): [..., 2] -> [heads, ...], logits between 0 and 16, float64."""
        c = self.log_coordinates(offsets)
        first, second = self.hidden.weight.to(c.dtype), self.output.weight.to(c.dtype)
        units = (c @ first.T + self.hidden.bias.to(c.dtype)).relu()
        return 16 * (units @ second.T).sigmoid().movedim(-1, 0)

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        if role == "value":
            return x
        wide = x.to(at_least_float32(x))
        return (wide / torch.linalg.vector_norm(wide, dim=-1, keepdim=True).clamp(min=1e-12)).to(x.dtype)

    def scale(self, q: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        inverse_tau = self.logit_scale.to(angle_dtype(q.device)).clamp(max=math.log(100)).exp()
        return inverse_tau.to(q.dtype)[:, None, None]  # [heads, 1, 1]

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        at = self.bias_at(offsets_for(self.method, q, k, ctx, self.position_axes))
        return at.movedim(0, -3).to(q.dtype)  # [..., heads, nq, nk]

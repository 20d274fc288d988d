r"""Learnable Fourier features: learned waves, mixed by a small network into a position vector.

Equations (Li et al. 2021; x_g: the coordinates of group g, F = `fourier`, H = `hidden`)

    r = [cos x_g W_r^T, sin x_g W_r^T] / sqrt(F)
    PE = GeLU(r W_1 + b_1) W_2 + b_2        one block of width / groups a group, blocks side by side

All groups share the numbers. r . r' depends on the difference of the coordinates alone; PE . PE' does not.

Shapes          frequencies [F/2, axes/groups], hidden.weight [H, F], output.weight [width/groups, H];
                positions [..., n], or [..., n, axes] where axes is above 1; x [..., n, width] -> the same,
                PE added.
Units           frequency in radians a unit of the coordinate; coordinates are real, of any size and sign.
Dtype           the whole network in float64 (float32 where the device has none); embed adds in float32 or
                better and rounds once to the dtype of x.
Learned         F/2 axes/groups + H (F + 1) + width/groups (H + 1) numbers. Frequencies start from N(0,
                1/gamma^2), the network as torch starts linear layers.
Errors          ValueError: a size < 1, fourier odd, axes or width no multiple of groups, gamma <= 0, positions of
                another shape, x of another width.
Source          "Learnable Fourier Features for Multi-Dimensional Spatial Positional Encoding".
In code         Copies read gamma in several ways: standard deviation gamma^2, or gamma^-2. At gamma = 1 all
                agree. GeLU is the exact one.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, linear

from ..base import (
    PositionEncoding,
    angle_dtype,
    as_positions,
    at_least_float32,
    axes_of,
    integer,
    number_above,
    positions_for,
    width_of,
)


class LearnableFourier(PositionEncoding):
    """Position vectors of `width` channels from `fourier` waves and `hidden` units."""

    method = "learnable-fourier"

    def __init__(self, width: int, fourier: int, hidden: int, axes: int = 1, groups: int = 1,
                 gamma: float = 1.0):
        super().__init__()
        self.width = integer(self.method, "width", width)
        self.fourier = integer(self.method, "fourier", fourier, 2, even="half are cosines and half are sines")
        self.axes = integer(self.method, "axes", axes)
        self.groups = integer(self.method, "groups", groups)
        self.gamma = number_above(self.method, "gamma", gamma, 0.0, "frequencies start with spread 1 / gamma")
        for name, value in (("axes", axes), ("width", width)):
            if value % groups:
                raise ValueError(f"{self.method}: {name} {value} is no multiple of groups {groups}, which "
                                 f"share it evenly; choose another {name} or groups=1")
        self.position_axes = 0 if axes == 1 else axes
        self.frequencies = nn.Parameter(torch.empty(fourier // 2, axes // groups))
        self.hidden = nn.Linear(fourier, integer(self.method, "hidden", hidden))
        self.output = nn.Linear(hidden, width // groups)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all learned numbers anew."""
        nn.init.normal_(self.frequencies, std=1 / self.gamma)
        self.hidden.reset_parameters()
        self.output.reset_parameters()

    def options(self) -> dict[str, Any]:
        return super().options() | {"hidden": self.hidden.out_features}

    def table(self, positions: Any) -> Tensor:
        """PE of each position: [..., n] or [..., n, axes] -> [..., n, width]."""
        positions = as_positions(self.method, positions, self.frequencies.device)
        axes_of(self.method, self.position_axes, positions)
        wide = angle_dtype(positions.device)
        one_row = positions if self.position_axes else positions[..., None]
        by_group = one_row.to(wide).unflatten(-1, (self.groups, -1))  # [..., n, groups, axes / groups]
        angles = by_group @ self.frequencies.to(wide).T
        waves = torch.cat((angles.cos(), angles.sin()), -1) / self.fourier**0.5
        units = gelu(linear(waves, self.hidden.weight.to(wide), self.hidden.bias.to(wide)))
        return linear(units, self.output.weight.to(wide), self.output.bias.to(wide)).flatten(-2)

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        table = self.table(positions_for(self.method, positions, x, axes=self.position_axes))
        wide = at_least_float32(x)
        return (x.to(wide) + table.to(wide)).to(x.dtype)

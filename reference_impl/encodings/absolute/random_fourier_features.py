r"""Random Fourier features: cosines and sines of the position along directions drawn once and never learned.

Equation (Tancik et al. 2020, the Gaussian mapping; v has `axes` coordinates, B has `waves` rows)

    gamma(v) = [cos 2 pi B v, sin 2 pi B v]        entries of B drawn from N(0, sigma^2)

so that gamma(u) . gamma(v) = sum_i cos(2 pi b_i . (u - v)), which depends on u - v alone.

Shapes          frequencies [waves, axes]; width = 2 waves; positions [..., n], or [..., n, axes] where axes
                is above 1; table [..., n, width]; x [..., n, width] -> the same, gamma(v) added.
Units           frequency in turns a unit of the coordinate; coordinates are real, of any size and sign.
Dtype           angles, sine and cosine in float64 (float32 where the device has none) from the frequencies
                as they are stored; embed adds in float32 or better and rounds once. Moving the module to
                bfloat16 rounds the frequencies, and so changes the angles: keep this buffer in float32.
Stored          waves * axes numbers, a buffer: nothing is learned, and nothing gives them again, so they
                belong in the checkpoint. sigma plays no part after the draw.
Errors          ValueError: waves or axes < 1, sigma <= 0, positions of another shape, x of another width.
Source          "Fourier Features Let Networks Learn High Frequency Functions in Low Dimensional Domains".
                There gamma(v) is the input of a network; here it is added to an embedding.
In code         Notebooks after the authors' put sines first; so does the encoder of Segment Anything, which
                maps coordinates to -1 .. 1 before. Products of two vectors do not see the order, weights do.
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
    integer,
    number_above,
    positions_for,
    width_of,
)


class RandomFourierFeatures(PositionEncoding):
    """`waves` random waves over coordinates of `axes` numbers."""

    method = "random-fourier-features"

    def __init__(self, waves: int, axes: int = 1, sigma: float = 1.0):
        super().__init__()
        self.waves = integer(self.method, "waves", waves)
        self.axes = integer(self.method, "axes", axes)
        self.sigma = number_above(self.method, "sigma", sigma, 0.0, "it is the spread of the frequencies")
        self.position_axes = 0 if axes == 1 else axes
        self.width = 2 * waves
        self.register_buffer("frequencies", torch.empty(waves, axes))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw the frequencies anew."""
        nn.init.normal_(self.frequencies, std=self.sigma, generator=generator)

    def table(self, positions: Any) -> Tensor:
        """gamma of each position: [..., n] or [..., n, axes] -> [..., n, width]."""
        v = as_positions(self.method, positions, self.frequencies.device)
        axes_of(self.method, self.position_axes, v)
        frequencies = self.frequencies.to(angle_dtype(v.device))
        v = v if self.position_axes else v[..., None]
        angles = 2 * math.pi * (v.to(frequencies) @ frequencies.T)  # [..., n, waves]
        return torch.cat((angles.cos(), angles.sin()), -1)

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        table = self.table(positions_for(self.method, positions, x, axes=self.position_axes))
        wide = at_least_float32(x)
        return (x.to(wide) + table.to(wide)).to(x.dtype)

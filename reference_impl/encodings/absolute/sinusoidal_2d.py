r"""Two-dimensional sinusoidal encoding: half of the channels tell the row, half the column.

Equation (Carion et al. 2020, appendix A.4, in words; D = width, y row, x column, k = 0 .. D/4 - 1)

    PE(y, x)[2k], [2k+1]               = sin, cos of y / base^(2k / (D/2))      layout "interleaved"
    PE(y, x)[D/2 + 2k], [D/2 + 2k + 1] = sin, cos of x / base^(2k / (D/2))
    normalise: y becomes 2 pi (y + 1) / (rows + 10^-6), x becomes 2 pi (x + 1) / (columns + 10^-6)

Shapes          positions [..., n, 2], (y, x) -> table [..., n, width]; embed: x [..., n, width] -> the same.
Units           rows and columns, counted from 0 (fractions and negative numbers are defined); with normalise
                an angle: the first row is one step above 0, the last just short of 2 pi.
Dtype           table float64 (float32 where the device has no float64); embed adds in float32 or better,
                rounds once and returns the dtype of x. Nothing learned, nothing stored.
Errors          ValueError: width no multiple of 4 (or below 8 with "tensor2tensor"), base <= 1, unknown
                layout, normalise without rows and columns, x of another width, positions without two axes.
Source          "End-to-End Object Detection with Transformers", appendix A.4.
In code         DETR's PositionEmbeddingSine is this with normalise=True; it counts unmasked pixels from 1, so
                without normalise its coordinates are one more than here, and it adds the code to queries and
                keys of every layer. MAE puts x into the first half, layout "concatenated". timm's
                build_sincos2d_pos_embed groups by sine and cosine: sin y, sin x, cos y, cos x. Grounding DINO
                has base 20.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import (
    angle_dtype,
    as_positions,
    at_least_float32,
    axes_of,
    integer,
    positions_for,
    truth,
    width_of,
)
from .sinusoidal import Sinusoidal


class Sinusoidal2d(Sinusoidal):
    """Sines and cosines of row and column for embeddings of `width` channels."""

    method = "sinusoidal-2d"
    position_axes = 2

    def __init__(self, width: int, layout: str = "interleaved", base: float = 10000.0,
                 normalise: bool = False, rows: int | None = None, columns: int | None = None):
        super().__init__(width, layout, base)
        integer(self.method, "width / 2", width // 2, 4 if layout == "tensor2tensor" else 2,
                even="row and column take half of the channels each, in sines and cosines")
        self.normalise = truth(self.method, "normalise", normalise)
        if normalise and (rows is None or columns is None):
            raise ValueError(f"{self.method}: normalise divides by the size of the image, which was not "
                             "given; pass rows and columns")
        self.rows = rows if rows is None else integer(self.method, "rows", rows)
        self.columns = columns if columns is None else integer(self.method, "columns", columns)

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """Radians a row or a column, [width / 4]."""
        k = torch.arange(self.width // 4, device=device)
        steps = self.width // 4 - 1 if self.layout == "tensor2tensor" else self.width / 4
        return self.base ** -(k.to(angle_dtype(k.device)) / steps)

    def table(self, positions: Any) -> Tensor:
        """PE of each (row, column): [..., n, 2] -> [..., n, width]."""
        positions = as_positions(self.method, positions)
        axes_of(self.method, self.position_axes, positions)
        y, x = positions.to(angle_dtype(positions.device)).unbind(-1)
        if self.normalise:
            y = (y + 1) / (self.rows + 1e-6) * 2 * math.pi
            x = (x + 1) / (self.columns + 1e-6) * 2 * math.pi
        return torch.cat((super().table(y), super().table(x)), -1)

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        wide = at_least_float32(x)
        table = self.table(positions_for(self.method, positions, x, axes=self.position_axes))
        return (x.to(wide) + table.to(wide)).to(x.dtype)

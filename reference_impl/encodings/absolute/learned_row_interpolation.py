r"""Row interpolation: read a learned table of positions at m / s, between its rows, to make it reach further.

Equation (linear interpolation; no paper numbers it)

    p'_m = (1 - t) p_k + t p_(k+1)        k = floor(m / s), t = m / s - k

The first row stays at position 0 and the last one comes to stand at position s (L - 1): a table of L rows
then serves floor(s (L - 1)) + 1 whole positions, which with s below 1 are fewer than its rows.

Shapes          weight [length, width]; positions [..., n]; table [..., n, width]; x [..., n, width] -> the
                same.
Units           position in tokens, counted from 0, fractions too: 0 <= position <= factor (length - 1).
Dtype           t in float64 (float32 where the device has none), rows mixed in float32 or better; embed
                rounds once and returns the dtype of x.
Learned         length * width numbers: the table as it was trained, drawn as for the learned table.
Errors          ValueError: length or width < 1, factor <= 0, a position outside the table, x of another
                width.
Source          LongEmbed (Zhu et al. 2024) lengthens such tables; the equation is linear interpolation.
In code         timm and the official code of ViT interpolate a grid of two axes and copy the rows of extra
                tokens; timm is bicubic with anti-aliasing, and matches the centres of cells, not the end
                rows, so that a table resized from L to s L rows serves s L positions. All give other numbers
                than this.
"""
from __future__ import annotations

import math
from typing import Any

from torch import Tensor

from ..base import angle_dtype, as_positions, at_least_float32, choice, number_above
from .learned_absolute import LearnedAbsolute


class LearnedRowInterpolation(LearnedAbsolute):
    """A learned table of `length` rows, read at positions divided by `factor`."""

    method = "learned-row-interpolation"

    def __init__(self, width: int, length: int, factor: float = 1.0, interpolation: str = "linear"):
        super().__init__(width, length)
        self.factor = number_above(self.method, "factor", factor, 0.0, "positions are divided by it")
        self.interpolation = choice(self.method, "interpolation", interpolation, ("linear",))
        self.position_limit = math.floor(self.factor * (self.length - 1)) + 1

    def table(self, positions: Any) -> Tensor:
        """p'_m of each position: [..., n] -> [..., n, width]."""
        positions = as_positions(self.method, positions, self.weight.device)
        m = positions.to(angle_dtype(positions.device))
        last = self.length - 1
        if not m.is_meta and m.numel() and (m.min() < 0 or m.max() > self.factor * last):
            raise ValueError(
                f"{self.method}: positions run from {m.min().item():g} to {m.max().item():g}, but the table "
                f"serves 0 to {self.factor * last:g}; build it with a larger factor or shorten the input")
        at = (m / self.factor).clamp(max=last)  # the quotient may pass the last row by a rounding
        below = at.floor().long()
        t = (at - below)[..., None]
        rows, following = self.weight[below], self.weight[(below + 1).clamp(max=last)]
        wide = at_least_float32(rows)
        return (1 - t).to(wide) * rows.to(wide) + t.to(wide) * following.to(wide)

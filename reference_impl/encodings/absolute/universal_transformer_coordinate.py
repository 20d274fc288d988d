r"""Coordinate embedding of the Universal Transformer: sinusoids of the position plus sinusoids of the step.

Equations (Dehghani et al. 2019, equations (6) and (7); position i, step t = 1 .. T, channel pair j)

    P_(i,2j)^t   = sin(i / 10000^(2j/d)) + sin(t / 10000^(2j/d))                                      (6)
    P_(i,2j+1)^t = cos(i / 10000^(2j/d)) + cos(t / 10000^(2j/d))                                      (7)

P^t is added to the states before each step of the recurrence, not once at the input. i and t enter alike:
position a at step b has the vector of position b at step a.

Shapes          positions [..., n], one step for all -> table [..., n, width]; x [..., n, width] -> the same.
Units           position in tokens, as given: the paper counts from 1. ctx.step counts from 0: t = step + 1.
Dtype           table float64 (float32 where the device has no float64); embed adds in float32 or better,
                rounds once and returns the dtype of x. Nothing learned, nothing stored.
Errors          ValueError: odd width, base <= 1, no step given, a step < 0, x of another width.
Source          "Universal Transformers".
In code         tensor2tensor counts position and step from 0, puts all sines first with exponents i / (d/2 -
                1), and by default learns a vector a step in place of the sinusoid.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import as_positions, at_least_float32, integer, needed, positions_for, width_of
from .sinusoidal import Sinusoidal


class UniversalTransformerCoordinate(Sinusoidal):
    """Sums of two sinusoidal vectors, for states of `width` channels."""

    method = "universal-transformer-coordinate"
    needs = ("step",)

    def __init__(self, width: int, base: float = 10000.0):
        super().__init__(width, "interleaved", base)

    def table(self, positions: Any, step: int = 0) -> Tensor:
        """P^t of each position, t = step + 1: [..., n] -> [..., n, width]."""
        positions = as_positions(self.method, positions)
        t = torch.tensor(integer(self.method, "step", step, 0) + 1, device=positions.device)
        return super().table(positions) + super().table(t)

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        step = needed(self.method, ctx, "step")
        table = self.table(positions_for(self.method, positions, x), step)
        wide = at_least_float32(x)
        return (x.to(wide) + table.to(wide)).to(x.dtype)

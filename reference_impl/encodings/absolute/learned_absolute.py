r"""Learned absolute position embedding: add a learned vector for each position to the embedding.

Equation (Gehring et al. 2017, section 3.1, not numbered)

    e = (w_1 + p_1, ..., w_m + p_m)        w_j: embedding of token j, p_j: the table's row for its position

Shapes          weight [length, width]; x [..., n, width] -> the same; positions [..., n].
Units           position in tokens, whole, counted from 0: 0 <= position < length.
Dtype           embed adds in float32 or better, rounds once and returns the dtype of x; the weight keeps
                its own.
Learned         length * width numbers, drawn from N(0, 0.01^2) as GPT-2's released code draws them. A
                module made on `meta` has no values: after `to_empty` call `reset_parameters` or load
                weights.
Errors          ValueError: length or width < 1, a position outside the table or not whole, x of another
                width.
Source          "Convolutional Sequence to Sequence Learning", section 3.1.
In code         BART in transformers adds 2 to every position, so its table has 2 rows more than it has
                positions. A text longer than the table has no rows: new or interpolated ones are another
                method.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, as_positions, at_least_float32, integer, positions_for, width_of


class LearnedAbsolute(PositionEncoding):
    """A learned table of `length` rows of `width` channels."""

    method = "learned-absolute"

    def __init__(self, width: int, length: int):
        super().__init__()
        self.width = integer(self.method, "width", width)
        self.length = self.position_limit = integer(self.method, "length", length)
        self.weight = nn.Parameter(torch.empty(self.length, self.width))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        nn.init.normal_(self.weight, std=0.01)

    def table(self, positions: Any) -> Tensor:
        """The row of each position: [..., n] -> [..., n, width]."""
        positions = as_positions(self.method, positions, self.weight.device)
        outside = (positions < 0) | (positions >= self.length)
        if not positions.is_meta and bool(outside.any()):
            raise ValueError(
                f"{self.method}: position {positions[outside][0].item()} is outside the table of rows "
                f"0 to {self.length - 1}; build it with a larger length or shorten the input")
        if not positions.is_meta and bool((positions != positions.long()).any()):
            raise ValueError(
                f"{self.method}: positions must be whole, there is no row between two rows; round them")
        return self.weight[positions.long()]

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        rows = self.table(positions_for(self.method, positions, x))
        wide = at_least_float32(x, rows)
        return (x.to(wide) + rows.to(wide)).to(x.dtype)

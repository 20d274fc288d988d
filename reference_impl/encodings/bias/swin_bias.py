r"""Swin relative position bias: inside a window, add a learned number for each offset in rows and columns.

Equation (Liu et al. 2021, the attention of a window; M x M tokens a window)

    softmax(Q K^T / sqrt(d) + B) V        B(i, j) = table[index(p_i - p_j)]

    index(dy, dx) = (dy + M - 1)(2M - 1) + dx + M - 1        0 .. (2M - 1)^2 - 1

Shapes          weight [(2 window - 1)^2, heads]; index [..., 2] -> [...]; bias [..., heads, nq, nk];
                positions [..., n, 2]: row y, column x.
Units           position in tokens, whole, within the window; offset = query - key, less than window apart.
Dtype           the table as it is, taken to float64, rounded once to the dtype of q.
Learned         (2 window - 1)^2 heads numbers, drawn from N(0, 0.02^2), cut off at -2 and 2, as the authors'
                code draws them. A module made on `meta`: after `to_empty` call `reset_parameters` or load.
Errors          ValueError: heads or window < 1, an offset of window or more along an axis, or not whole, q
                with another number of heads.
Source          "Swin Transformer: Hierarchical Vision Transformer using Shifted Windows"; the index from
                models/swin_transformer.py of the authors' code.
In code         The authors' code and timm keep the index as a buffer of M^4 numbers; here it is computed.
                Both count the offset as query - key, rows first. A shifted window takes positions after the
                roll, within the window; tokens that the roll brought together get -100 from a mask, which
                is not part of the bias. A window larger than the input is cut down to it.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, angle_dtype, as_positions, axes_of, heads_of, integer, offsets_for
from .shaw_relative import whole


class SwinBias(PositionEncoding):
    """A learned table of the offsets in a window of `window` x `window` tokens."""

    method = "swin-bias"
    position_axes = 2

    def __init__(self, heads: int, window: int = 7):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.window = integer(self.method, "window", window)
        self.position_limit = self.window
        self.weight = nn.Parameter(torch.empty((2 * self.window - 1) ** 2, self.heads))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        nn.init.trunc_normal_(self.weight, std=0.02)

    def index(self, offsets: Any) -> Tensor:
        """Row of the table for each offset (dy, dx), query - key: [..., 2] -> [...], int64."""
        offsets = as_positions(self.method, offsets, self.weight.device)
        axes_of(self.method, self.position_axes, offsets)
        offsets = whole(self.method, offsets)
        if not offsets.is_meta and not torch.compiler.is_compiling() \
                and bool((offsets.abs() >= self.window).any()):
            raise ValueError(
                f"{self.method}: an offset of {offsets.abs().max().item()} does not fit into a window "
                f"of {self.window}; give positions within the window or build it with a larger window")
        dy, dx = (offsets + self.window - 1).unbind(-1)
        return dy * (2 * self.window - 1) + dx

    def bias_at(self, offsets: Any) -> Tensor:
        """B of each offset (dy, dx): [..., 2] -> [heads, ...], logits, float64."""
        return self.weight.to(angle_dtype(self.weight.device))[self.index(offsets)].movedim(-1, 0)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        at = self.bias_at(offsets_for(self.method, q, k, ctx, self.position_axes))
        return at.movedim(0, -3).to(q.dtype)  # [..., heads, nq, nk]

r"""Shaw relative position representations: learned vectors of clipped offsets, on keys and on values.

Equations (Shaw, Uszkoreit and Vaswani 2018, sections 3.1 and 3.2)

    z_i  = sum_j alpha_ij (x_j W^V + a^V_ij),   alpha_ij = softmax_j(e_ij)                       (3)
    e_ij = x_i W^Q (x_j W^K + a^K_ij)^T / sqrt(d)                                                (4)
    a^K_ij = w^K_clip(j - i, k),   a^V_ij = w^V_clip(j - i, k),   clip(x, k) = max(-k, min(k, x))

Offsets         here query minus key, i - j; the paper clips j - i. Row 0 of a table is for keys k or more
                before the query, row k for the query itself, row 2k for keys k or more after it.
Shapes          key and value [2 clip + 1, head_dim], one set for all heads; bias [..., heads, nq, nk];
                positions [..., n].
Units           clip in tokens. Offsets must be whole numbers; the positions themselves need not be.
Dtype           products in float32 or better, one rounding to the dtype of q.
Learned         2 (2 clip + 1) head_dim numbers, half of them with values=False. The paper does not say
                where they start; here they are drawn by Glorot's rule (uniform).
Errors          ValueError: head_dim < 1, clip < 0, an offset that is no whole number, q or v of another
                width.
Source          "Self-Attention with Relative Position Representations".
In code         Section 3.3 computes the product of q_i with a^K_ij for every pair, as here: its operations
                do not depend on clip. One may take products with the 2 clip + 1 rows and look them up: the
                same numbers. Wav2Vec2-BERT in transformers ("relative_key") has the key term alone, as
                values=False has, and clips by side, 64 to the left and 8 to the right.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import (
    PositionEncoding,
    angle_dtype,
    as_positions,
    at_least_float32,
    integer,
    positions_for,
    truth,
    width_of,
)


def whole(method: str, offsets: Tensor) -> Tensor:
    """Offsets as int64; a ValueError where one is no whole number."""
    if offsets.is_floating_point() and not offsets.is_meta and not torch.compiler.is_compiling() \
            and bool((offsets != offsets.round()).any()):
        raise ValueError(f"{method}: a distance between two positions is no whole number, and no row stands "
                         "between two rows; pass positions whole numbers apart")
    return offsets.long()


def whole_offsets(method: str, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
    """Query position minus key position, int64, with a heads axis of 1: [..., 1, nq, nk]."""
    i = positions_for(method, ctx.q_positions, q, heads=True)
    j = positions_for(method, ctx.k_positions, k, heads=True)
    if i.is_floating_point() or j.is_floating_point():
        i, j = i.to(angle_dtype(i.device)), j.to(angle_dtype(j.device))
    return whole(method, i[..., :, None] - j[..., None, :])


class ShawRelative(PositionEncoding):
    """Learned vectors of clipped offsets for heads `head_dim` channels wide."""

    method = "shaw-relative"

    def __init__(self, head_dim: int, clip: int = 16, values: bool = True):
        super().__init__()
        self.head_dim = integer(self.method, "head_dim", head_dim)
        self.clip = integer(self.method, "clip", clip, 0)
        self.with_values = truth(self.method, "values", values)
        self.key = nn.Parameter(torch.empty(2 * self.clip + 1, self.head_dim))
        if values:
            self.value = nn.Parameter(torch.empty_like(self.key))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the tables anew."""
        for table in self.parameters():
            nn.init.xavier_uniform_(table)

    def options(self) -> dict[str, Any]:
        """The options this encoding was built with; `values` is also the name of a hook."""
        return {"head_dim": self.head_dim, "clip": self.clip, "values": self.with_values}

    def index(self, offsets: Any) -> Tensor:
        """Row of each offset, query - key in tokens: [...] -> int64 [...]."""
        offsets = whole(self.method, as_positions(self.method, offsets, self.key.device))
        return (-offsets).clamp(-self.clip, self.clip) + self.clip

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        width_of(self.method, "head_dim", self.head_dim, q)
        rows = self.index(whole_offsets(self.method, q, k, ctx)).squeeze(-3)  # [..., nq, nk]
        wide = at_least_float32(q, self.key)
        query = q.to(wide) * self.head_dim ** -0.5
        return torch.einsum("...hid,...ijd->...hij", query, self.key[rows].to(wide)).to(q.dtype)

    def values(self, weights: Tensor, v: Tensor, ctx: Any) -> Tensor:
        plain = super().values(weights, v, ctx)
        if not self.with_values:
            return plain
        width_of(self.method, "head_dim", self.head_dim, v)
        rows = self.index(whole_offsets(self.method, weights, v, ctx)).squeeze(-3)
        wide = at_least_float32(v, self.value)
        added = torch.einsum("...hij,...ijd->...hid", weights.to(wide), self.value[rows].to(wide))
        return (plain + added).to(v.dtype)

r"""DeBERTa's disentangled attention: beside content with content, content with relative position, both ways.

Equations (He et al. 2021, section 3.1, equation (4) and the definition of delta; k = span)

    A_ij = Q_i . K_j  +  Q_i . K^r_delta(i,j)  +  K_j . Q^r_delta(j,i),   H = softmax(A / sqrt(3 d)) V
    delta(i, j) = 0 for i - j <= -k,   2k - 1 for i - j >= k,   i - j + k else
    Q^r = P W_(q,r),   K^r = P W_(k,r),   P: the learned table of 2k rows

Shapes          relative (P) [2 span, width], or [2 buckets, width]; query (W_(q,r)) and key (W_(k,r))
                [heads, head_dim, width]; bias [..., heads, nq, nk]; positions [..., n].
Units           offset in tokens, query minus key, whole numbers.
p2c row         position_to_content "code", the default, is the authors' code, with which the released
                models were trained: K_j . Q^r_delta(i,j). "paper" is equation (4): delta(j,i). P is shared
                with the second term, so the two are different models and not a renaming of rows.
Buckets         None: version 1, every offset below span has a row. A number B is version 2: offsets to B/2
                as they are, farther ones m + ceil((m - 1) ln(|t|/m) / ln((span - 1)/m)), m = B/2, with the
                sign of t, then delta with k = B. Worked out in whole numbers.
Dtype           products in float32 or better, one rounding to the dtype of q.
Learned         2 span width (or 2 buckets width) + 2 heads head_dim width numbers, drawn from N(0, 0.02^2).
Errors          ValueError: heads, head_dim or width < 1, span < 1, odd or too few buckets, span too small
                for the buckets, an offset that is no whole number, q of another shape.
Source          "DeBERTa: Decoding-enhanced BERT with Disentangled Attention".
In code         The authors' versions add bias vectors to some projections, left out here. Version 2 may
                share the projections of content (`share_att_key`). transformers reads row delta(i,j) as the
                authors' code does.
"""
from __future__ import annotations

from bisect import bisect_right
from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, as_positions, at_least_float32, choice, heads_of, integer, width_of
from .shaw_relative import whole, whole_offsets


class DebertaDisentangled(PositionEncoding):
    """A table of relative positions, projected to queries and to keys of `heads` heads."""

    method = "deberta-disentangled"

    def __init__(self, heads: int, head_dim: int, width: int, span: int = 512, buckets: int | None = None,
                 position_to_content: str = "code"):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.head_dim = integer(self.method, "head_dim", head_dim)
        self.width = integer(self.method, "width", width)
        self.buckets = buckets if buckets is None else integer(
            self.method, "buckets", buckets, 4, even="half of them are for single distances")
        self.span = integer(self.method, "span", span, 1 if buckets is None else buckets // 2 + 2)
        self.position_to_content = choice(
            self.method, "position_to_content", position_to_content, ("code", "paper"))
        self.half = self.span if buckets is None else buckets  # k of delta
        self.relative = nn.Parameter(torch.empty(2 * self.half, self.width))
        self.query = nn.Parameter(torch.empty(self.heads, self.head_dim, self.width))
        self.key = nn.Parameter(torch.empty_like(self.query))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw P and both projections anew."""
        for weight in self.parameters():
            nn.init.normal_(weight, std=0.02)

    def last_distances(self, device: torch.device | str | None = None) -> Tensor:
        """Largest distance of each bucket from buckets/2 on, in tokens: int64 [buckets / 2]."""
        middle = self.half // 2
        far = middle - 1
        return torch.tensor([
            bisect_right(range(self.span), (self.span - 1) ** s * middle**far,
                         key=lambda t: t**far * middle**s) - 1
            for s in range(middle)], device=device)

    def index(self, offsets: Any) -> Tensor:
        """Row delta of each offset, query - key in tokens: [...] -> int64 [...]."""
        offsets = whole(self.method, as_positions(self.method, offsets, self.relative.device))
        if self.buckets is not None:
            beyond = torch.searchsorted(self.last_distances(offsets.device), offsets.abs())
            offsets = offsets.sign() * (offsets.abs().clamp(max=self.half // 2) + beyond)
        return (offsets + self.half).clamp(0, 2 * self.half - 1)

    def scale(self, q: Tensor, ctx: Any) -> float:
        return float((3 * self.head_dim) ** -0.5)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        width_of(self.method, "head_dim", self.head_dim, q)
        offsets = whole_offsets(self.method, q, k, ctx)  # [..., 1, nq, nk]
        rows = self.index(offsets)
        wide = at_least_float32(q, self.relative)
        table = self.relative.to(wide).T
        by_row = q.to(wide) @ (self.key.to(wide) @ table)  # [..., heads, nq, rows of P]
        content_to_position = by_row.gather(-1, rows.expand(*by_row.shape[:-1], k.shape[-2]))
        if self.position_to_content == "paper":
            rows = self.index(-offsets)
        by_row = k.to(wide) @ (self.query.to(wide) @ table)  # [..., heads, nk, rows of P]
        rows = rows.transpose(-1, -2).expand(*by_row.shape[:-1], q.shape[-2])
        position_to_content = by_row.gather(-1, rows).transpose(-1, -2)
        return ((content_to_position + position_to_content) * self.scale(q, ctx)).to(q.dtype)

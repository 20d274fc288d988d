r"""Transformer-XL's relative encoding: a score of four terms, with sinusoids of the offset.

Equation (Dai et al. 2019, section 3.3, terms (a) to (d); query i, key j)

    A_ij = q_i . k_j  +  q_i . W_kR R_(i-j)  +  u . k_j  +  v . W_kR R_(i-j)
             (a)              (b)               (c)           (d)

with q_i = W_q E_i and k_j = W_kE E_j; all four are multiplied by 1/sqrt(d). R_t is the sinusoidal table at t.

Shapes          position (W_kR) [heads, head_dim, width], content_bias (u) and position_bias (v) [heads,
                head_dim]; table: offsets [...] -> [..., width]; bias [..., heads, nq, nk]; positions [...,
                n].
Units           offset in tokens, query minus key; fractions and negative offsets (later keys) are defined.
Dtype           R in float64 (float32 where the device has no float64), products in float32 or better, one
                rounding to the dtype of q.
Learned         heads head_dim width + 2 heads head_dim numbers, drawn from N(0, 0.02^2) as the authors'
                code draws them.
Errors          ValueError: heads or head_dim < 1, odd width, base <= 1, unknown layout, q of another shape.
Source          "Transformer-XL: Attentive Language Models beyond a Fixed-Length Context".
In code         layout "concatenated" is the authors' code: all sines of R, then all cosines. "interleaved"
                has the same numbers in another order: other weights W_kR for the same encoding. The authors
                group the terms as (q + u) . k and (q + v) . W_kR R, project each distance once and move the
                products into place (`_rel_shift`): the same numbers for keys at or before the query.
                `clamp_len` clips distances there; by default it does not. XLNet adds a term for segments.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..absolute.sinusoidal import LAYOUTS, Sinusoidal
from ..base import (
    PositionEncoding,
    at_least_float32,
    choice,
    heads_of,
    integer,
    number_above,
    offsets_for,
    width_of,
)


class TransformerXlRelative(PositionEncoding):
    """Sinusoids of offsets, projected for `heads` heads."""

    method = "transformer-xl-relative"

    def __init__(self, heads: int, head_dim: int, width: int, base: float = 10000.0,
                 layout: str = "concatenated"):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.head_dim = integer(self.method, "head_dim", head_dim)
        self.layout = choice(self.method, "layout", layout, LAYOUTS)
        self.width = integer(self.method, "width", width, 4 if layout == "tensor2tensor" else 2,
                             even="each wave takes a sine and a cosine channel")
        self.base = number_above(
            self.method, "base", base, 1.0, "wavelengths grow by its powers; the authors' code has 10000")
        self.position = nn.Parameter(torch.empty(self.heads, self.head_dim, self.width))
        self.content_bias = nn.Parameter(torch.empty(self.heads, self.head_dim))
        self.position_bias = nn.Parameter(torch.empty(self.heads, self.head_dim))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw W_kR, u and v anew."""
        for weight in self.parameters():
            nn.init.normal_(weight, std=0.02)

    def table(self, offsets: Any) -> Tensor:
        """R of each offset, query - key in tokens: [...] -> [..., width]."""
        return Sinusoidal(self.width, self.layout, self.base).table(offsets)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        width_of(self.method, "head_dim", self.head_dim, q)
        wide = at_least_float32(q, self.position)
        r = self.table(offsets_for(self.method, q, k, ctx)).to(wide)  # [..., nq, nk, width]
        projected = torch.einsum("hdw,...ijw->...hijd", self.position.to(wide), r)
        content = k.to(wide) @ self.content_bias.to(wide)[..., None]  # [..., heads, nk, 1]
        query = q.to(wide) + self.position_bias.to(wide)[:, None, :]
        places = (projected @ query[..., None]).squeeze(-1)  # [..., heads, nq, nk]
        return ((places + content.transpose(-1, -2)) * self.head_dim ** -0.5).to(q.dtype)

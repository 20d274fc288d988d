r"""Music Transformer's relative attention: learned vectors of distances, without an L x L x d tensor.

Equation (Huang et al. 2019, sections 3.3 and 3.4; one head, query i, key j <= i)

    RelativeAttention = softmax((Q K^T + S_rel) / sqrt(d)) V,   S_rel[i, j] = q_i . e_(j - i)
    S_rel = skew(Q E^T): pad a column on the left, reshape [L, L + 1] to [L + 1, L], drop the first row

Offsets         row r of E holds the distance j - i = r - (length - 1): the last row is the query itself.
Shapes          relative [heads, length, head_dim]; bias [..., heads, nq, nk]; positions [..., n].
Units           length in tokens: distances 0 .. length - 1 have rows. Offsets must be whole numbers.
Far keys        A distance of `length` or more adds 0: the authors' code pads the table with vectors of
                zeros. Shaw's clipping, which gives such keys the last row, is another method.
Future keys     The method is causal. A query that may look at a later key is a ValueError where the mask is
                known (`attend`); where it is not (`logits`) such a key gets the row of the query itself.
Dtype           products in float32 or better, one rounding to the dtype of q.
Learned         heads * length * head_dim numbers; their start is not in the paper, here drawn by Glorot's
                rule (uniform).
Errors          ValueError: heads, head_dim or length < 1, q of another shape, an offset that is no whole
                number, a later key unmasked, a matrix for `skew` that is not square.
Source          "Music Transformer: Generating Music with Long-Term Structure".
In code         The rows are gathered by distance, which `skew` does for positions 0 .. L-1 without an
                index. What skew leaves above the diagonal means nothing and has to be masked. tensor2tensor
                scales q beforehand, so the added term is divided by sqrt(d) too, as here; there heads may
                share a table.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, at_least_float32, heads_of, integer, no_later_key, width_of
from .shaw_relative import whole_offsets


class MusicTransformerSkew(PositionEncoding):
    """Learned vectors for distances below `length`, apart for each of `heads` heads."""

    method = "music-transformer-skew"
    causal_only = True

    def __init__(self, heads: int, head_dim: int, length: int):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.head_dim = integer(self.method, "head_dim", head_dim)
        self.length = integer(self.method, "length", length)
        self.relative = nn.Parameter(torch.empty(self.heads, self.length, self.head_dim))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        nn.init.xavier_uniform_(self.relative)

    def skew(self, matrix: Tensor) -> Tensor:
        """The paper's procedure: [..., L, L] by distance -> [..., L, L] by key, for keys up to the query."""
        *batch, rows, n = matrix.shape
        if rows != n:
            raise ValueError(f"{self.method}: skew takes a square matrix, got {list(matrix.shape)}; "
                             "give one row a query and one column a distance")
        padded = nn.functional.pad(matrix, (1, 0))
        return padded.reshape(*batch, n + 1, n)[..., 1:, :]

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        width_of(self.method, "head_dim", self.head_dim, q)
        no_later_key(self.method, ctx)
        distance = whole_offsets(self.method, q, k, ctx)  # [..., 1, nq, nk]
        wide = at_least_float32(q, self.relative)
        query = q.to(wide) * self.head_dim ** -0.5
        products = query @ self.relative.to(wide).transpose(-1, -2)  # [..., heads, nq, length]
        row = (self.length - 1 - distance).expand(*products.shape[:-1], k.shape[-2])
        found = products.gather(-1, row.clamp(0, self.length - 1))
        return found.where(row >= 0, torch.zeros_like(found)).to(q.dtype)

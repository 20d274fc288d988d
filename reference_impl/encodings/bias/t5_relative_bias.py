r"""T5's relative bias: add to each logit a learned number of the head and of the bucket of the offset.

Equation (Raffel et al. 2020, section 2.1, in words; bucket from the authors' code)

    logit_ij = q_i . k_j + b[bucket(i - j), head]                        no division by sqrt(d)
    bucket(t) = t                                                        0 <= t < e
              = min(B - 1, e + floor(ln(t/e) / ln(M/e) * (B - e)))       t >= e,   e = floor(B/2)

with B buckets and M = max_distance. A decoder (bidirectional=False) puts all later keys, t < 0, in bucket
0. An encoder (bidirectional=True) splits the buckets: B/2 in place of B, the rule applied to |t|, and later
keys, t < 0, B/2 higher. Bucket B/2 itself is then never used: distance 0 is no later key.

Shapes          weight [buckets, heads]; bias [..., heads, nq, nk]; positions [..., n].
Units           offset in tokens, query minus key, whole numbers.
Exactness       The logarithm is not computed: t reaches bucket e + s where t^(B-e) e^s >= M^s e^(B-e), in
                whole numbers. The float32 logarithm of popular code gives the same buckets for the
                published settings.
Dtype           the weight is added in float32 or better, one rounding to the dtype of q.
Learned         buckets * heads numbers for the whole stack; their start is not in the paper, here drawn by
                Glorot's rule (uniform).
Errors          ValueError: too few buckets, max_distance not beyond the exact buckets, an offset that is no
                whole number, q with another number of heads.
Source          "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer".
In code         transformers gives the table to the first layer and lets the others share it (UMT5: one a
                layer), and gives cross-attention none. x-transformers multiplies the bias by a `scale`.
"""
from __future__ import annotations

from bisect import bisect_left
from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, as_positions, heads_of, integer, truth
from .shaw_relative import whole, whole_offsets


class T5RelativeBias(PositionEncoding):
    """A learned number for each of `buckets` buckets and `heads` heads."""

    method = "t5-relative-bias"

    def __init__(self, heads: int, buckets: int = 32, max_distance: int = 128, bidirectional: bool = False):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.bidirectional = truth(self.method, "bidirectional", bidirectional)
        self.buckets = integer(self.method, "buckets", buckets, 4 if bidirectional else 2,
                               even="two directions share them" if bidirectional else "")
        self.max_distance = integer(self.method, "max_distance", max_distance, self._side() // 2 + 1)
        self.weight = nn.Parameter(torch.empty(self.buckets, self.heads))
        self.reset_parameters()

    def _side(self) -> int:
        """Buckets for one direction."""
        return self.buckets // 2 if self.bidirectional else self.buckets

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        nn.init.xavier_uniform_(self.weight)

    def first_distances(self, device: torch.device | str | None = None) -> Tensor:
        """Smallest distance of each bucket of one direction, in tokens: int64 [buckets], or half of them."""
        exact = self._side() // 2
        rest = self._side() - exact
        logarithmic = [
            bisect_left(range(self.max_distance), self.max_distance**s * exact**rest,
                        key=lambda t: t**rest * exact**s)
            for s in range(rest)
        ]
        return torch.tensor([*range(exact), *logarithmic], device=device)

    def bucket(self, offsets: Any) -> Tensor:
        """Bucket of each offset, query - key in tokens: [...] -> int64 [...]."""
        offsets = whole(self.method, as_positions(self.method, offsets, self.weight.device))
        first = self.first_distances(offsets.device)
        distance = offsets.abs() if self.bidirectional else offsets.clamp(min=0)
        found = torch.searchsorted(first, distance, right=True) - 1
        return found + self._side() * (offsets < 0) if self.bidirectional else found

    def scale(self, q: Tensor, ctx: Any) -> float:
        return 1.0

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        rows = self.bucket(whole_offsets(self.method, q, k, ctx)).squeeze(-3)  # [..., nq, nk]
        return self.weight[rows].movedim(-1, -3).to(q.dtype)

r"""Sandwich: add to each attention logit a fixed sum of cosines of the offset, flatter from head to head.

Equation (Chi et al. 2023; head n = 1 .. H, d-bar = `width`)

    bias_n(i, j) = (1 / h_n) sum_k cos((i - j) / 10000^(2k / d-bar)),  k = 1 .. d-bar / 2,  h_n = 8 n / H

The sum is the product of two sinusoidal encodings of those frequencies.

Shapes          inverse_frequencies [width / 2]; bias_at [...] -> [heads, ...]; positions [..., n].
Units           position in tokens (fractions and negative numbers are defined); inverse frequency in radians
                a token. The same for keys before and after the query.
Dtype           frequencies, cosines and sum in float64 (float32 where the device has no float64), rounded
                once to the dtype of q. Nothing learned, nothing stored.
Errors          ValueError: heads < 1, odd width, base <= 1, q with another number of heads.
Source          "Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis".
In code         NeMo takes the same frequencies and subtracts width / 2 before it divides, the same number
                for a whole row, which softmax does not see. width is 128 whatever the width of the model.
                The sinusoidal encoding counts its frequencies from 1 radian a token down; here the first is
                base^(-2 / width).
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import (
    PositionEncoding,
    angle_dtype,
    as_positions,
    heads_of,
    integer,
    number_above,
    offsets_for,
)


class Sandwich(PositionEncoding):
    """Sums of `width` / 2 cosines for `heads` heads."""

    method = "sandwich"

    def __init__(self, heads: int, width: int = 128, base: float = 10000.0):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.width = integer(self.method, "width", width, 2, even="each frequency is a sine and a cosine")
        self.base = number_above(
            self.method, "base", base, 1.0, "frequencies fall by its powers; the paper has 10000")

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """Radians a token, [width / 2]."""
        k = torch.arange(1, self.width // 2 + 1, device=device)
        return self.base ** (-2 * k.to(angle_dtype(k.device)) / self.width)

    def bias_at(self, offsets: Any) -> Tensor:
        """The bias at each offset i - j: [...] -> [heads, ...], logits, float64."""
        offsets = as_positions(self.method, offsets)
        frequencies = self.inverse_frequencies(offsets.device)
        total = (offsets[..., None].to(frequencies.dtype) * frequencies).cos().sum(-1)
        n = torch.arange(1, self.heads + 1, device=offsets.device).to(total.dtype)
        return self.heads / (8 * n).reshape(self.heads, *(1 for _ in offsets.shape)) * total

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        at = self.bias_at(offsets_for(self.method, q, k, ctx))
        return at.movedim(0, -3).to(q.dtype)  # [..., heads, nq, nk]

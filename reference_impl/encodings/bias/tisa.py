r"""TISA: each head adds a learned sum of bell curves of the offset, so attention follows shifts of a text.

Equation (Wennberg and Henter 2021; S kernels a head, query i, key j)

    logit_ij = q_i . k_j / sqrt(d) + sum_s a_s exp(-|b_s| (j - i - c_s)^2)

Shapes          amplitude (a), sharpness (b), offset (c) [heads, kernels]; bias_at [...] -> [heads, ...];
                positions [..., n].
Units           c in tokens, positive where the key is later; a in logits; b in 1 / tokens^2. Fractions are
                defined.
Dtype           bias in float64, rounded once to the dtype of q.
Learned         3 kernels heads numbers: a and b from N(0.1, 0.01^2), c from N(0, 5^2), as the authors' code
                draws them.
Errors          ValueError: heads or kernels < 1, q with another number of heads.
Source          "The Case for Translation-Invariant Self-Attention in Transformer-Based Language Models".
In code         model/tisa.py of the authors stores [kernels, heads] and evaluates the sum at i - j - 1 where
                the equation has j - i: with c' = -(c + 1) it is the same function, so the family of biases
                is the same and weights do not carry over.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, angle_dtype, as_positions, heads_of, integer, offsets_for


class Tisa(PositionEncoding):
    """`kernels` bell curves of the offset for each of `heads` heads."""

    method = "tisa"

    def __init__(self, heads: int, kernels: int = 5):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.kernels = integer(self.method, "kernels", kernels)
        self.amplitude = nn.Parameter(torch.empty(self.heads, self.kernels))
        self.sharpness = nn.Parameter(torch.empty(self.heads, self.kernels))
        self.offset = nn.Parameter(torch.empty(self.heads, self.kernels))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the curves anew."""
        nn.init.normal_(self.amplitude, 0.1, 0.01)
        nn.init.normal_(self.sharpness, 0.1, 0.01)
        nn.init.normal_(self.offset, 0.0, 5.0)

    def bias_at(self, offsets: Any) -> Tensor:
        """The sum at each offset i - j: [...] -> [heads, ...], logits, float64."""
        offsets = as_positions(self.method, offsets, self.amplitude.device)
        wide = angle_dtype(offsets.device)
        a, b, c = (p.to(wide)[:, None, :] for p in (self.amplitude, self.sharpness, self.offset))
        later = -offsets.to(wide).reshape(1, -1, 1)  # j - i
        curves = a * (-b.abs() * (later - c) ** 2).exp()  # [heads, offsets, kernels]
        return curves.sum(-1).reshape(self.heads, *offsets.shape)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        at = self.bias_at(offsets_for(self.method, q, k, ctx))
        return at.movedim(0, -3).to(q.dtype)  # [..., heads, nq, nk]

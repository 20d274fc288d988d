r"""CoPE, contextual position encoding: a key's position is the sum of gates between it and the query.

Equations (Golovneva et al. 2024; query i, key j <= i)

    g_ij = sigmoid(q_i . k_j)
    p_ij = g_ij + g_i(j+1) + ... + g_ii                                  at most p_max = maximum - 1
    e[p] = (p - floor p) e[ceil p] + (1 - p + floor p) e[floor p]        learned rows e[0] .. e[p_max]
    a_ij = softmax_j(q_i . (k_j + e[p_ij]))

The sum takes the keys placed from key j up to the query, both included; a key that the query may not see
adds no gate. So the tokens between two tokens decide how far apart these are; the positions given only order
them.

Scaling         Both codes take the gate of the scaled logit, sigmoid(q . k / sqrt(d)). variant "listing",
                the default, is the code printed in the paper's appendix: q . k / sqrt(d) + q . e[p].
                "repository" is the authors' repository as it comes: (q . k + q . e[p]) / sqrt(d).
Shapes          embedding [maximum, head_dim], for all heads; contextual_positions [..., n] -> the same;
                bias [..., heads, nq, nk]; positions [..., n].
Units           a contextual position counts gated tokens: 0 to maximum - 1, fractions too.
Future keys     The method is causal. A query that may look at a later key is a ValueError where the mask is
                known (`attend`); where it is not (`logits`) such a key has contextual position 0.
Dtype           gates, sums and products in float32 or better, one rounding to the dtype of q.
Learned         maximum * head_dim numbers that start at zero, as in the authors' code: plain attention at
                first.
Errors          ValueError: head_dim or maximum < 1, unknown variant, q of another width, a later key
                unmasked.
Source          "Contextual Position Encoding: Learning to Count What's Important".
In code         The code masks before it takes gates, as here. The repository has options for gates from
                other keys and from values; x-transformers follows the listing.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, at_least_float32, choice, integer, no_later_key, positions_for, width_of


class CopeContextual(PositionEncoding):
    """Contextual positions 0 .. `maximum` - 1 for heads `head_dim` channels wide."""

    method = "cope-contextual"
    causal_only = True

    def __init__(self, head_dim: int, maximum: int, variant: str = "listing"):
        super().__init__()
        self.head_dim = integer(self.method, "head_dim", head_dim)
        self.maximum = integer(self.method, "maximum", maximum)
        self.variant = choice(self.method, "variant", variant, ("listing", "repository"))
        self.embedding = nn.Parameter(torch.empty(self.maximum, self.head_dim))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the table to zero."""
        nn.init.zeros_(self.embedding)

    def contextual_positions(self, gates: Tensor) -> Tensor:
        """p of each key from the gates in order of position, the query's own last: [..., n] -> [..., n]."""
        return gates.flip(-1).cumsum(-1).flip(-1).clamp(max=self.maximum - 1)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        width_of(self.method, "head_dim", self.head_dim, q)
        no_later_key(self.method, ctx)
        wide = at_least_float32(q, self.embedding)
        i = positions_for(self.method, ctx.q_positions, q, heads=True)[..., :, None]  # [..., 1, nq, 1]
        j = positions_for(self.method, ctx.k_positions, k, heads=True)[..., None, :]  # [..., 1, 1, nk]
        counted = j <= i
        if ctx.allowed is not None:
            counted = counted & ctx.allowed[..., None, :, :]
        divisor = self.head_dim ** 0.5
        logits = q.to(wide) @ k.to(wide).transpose(-1, -2) / divisor
        gates = logits.sigmoid().where(counted, torch.zeros_like(logits))  # [..., heads, nq, nk]
        summed = self.contextual_positions(gates.gather(-1, j.argsort(-1).expand_as(gates)))
        before = (j < j.transpose(-1, -2)).sum(-1)[..., None, :]  # keys before each key: where its sum begins
        p = summed.gather(-1, before.expand_as(gates))
        by_row = q.to(wide) @ self.embedding.to(wide).T  # [..., heads, nq, maximum]
        part = p - p.floor()
        low, high = (by_row.gather(-1, row.long()) for row in (p.floor(), p.ceil()))
        added = part * high + (1 - part) * low
        return (added / divisor if self.variant == "repository" else added).to(q.dtype)

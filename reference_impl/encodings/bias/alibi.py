r"""ALiBi: subtract from each attention logit a slope, fixed for the head, times the distance to the key.

Equation (Press, Smith and Lewis 2022, section 3, not numbered; query i, keys 1 .. i)

    softmax(q_i K^T + m [-(i-1), ..., -2, -1, 0])        so bias(i, j) = -m (i - j), j <= i

The query is scaled by 1/sqrt(d) as always; the bias is not (footnote in section 3).

Slopes          slope_rule "paper": m_h = 2^(-8h/n), h = 1 .. n, for any number n of heads: a geometric
                sequence. slope_rule "code", the default, is the authors' code: the same where n is a power
                of two; else the slopes for the next lower power p, then every other slope for 2p heads,
                until there are n. For 12 heads: 2^-1 .. 2^-8, then 2^-0.5, 2^-1.5, 2^-2.5, 2^-3.5: neither
                geometric nor sorted.
Shapes          slopes [heads]; bias [..., heads, nq, nk]; positions [..., n].
Units           slope: logit a token of distance. Fractions and negative positions are defined.
Future keys     The paper is causal. A query that may look at a later key is a ValueError where the mask is
                known (`attend`); where it is not (`logits`) the line goes on, +m (j - i). symmetric=True,
                which is not in the paper, gives -m |i - j| both ways.
Padding         Distance is a difference of positions: padding before or after a text changes nothing;
                padding within it counts, unless the positions given skip it.
Dtype           slopes and bias in float64, rounded once to the dtype of q. Nothing learned, nothing stored.
Errors          ValueError: heads < 1, q with another number of heads, unknown rule, a later key unmasked.
Source          "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation".
In code         The authors' code and BLOOM in transformers add m j to every row: m i more, which is
                constant along the row, so softmax does not see it; log-sum-exp does. BLOOM counts j over
                unmasked tokens. Falcon in transformers rounds slopes and product to bfloat16, and its eager
                path adds the bias before it divides by sqrt(d).
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import (
    PositionEncoding,
    angle_dtype,
    choice,
    heads_of,
    integer,
    no_later_key,
    offsets_for,
    truth,
)


class Alibi(PositionEncoding):
    """Linear biases for `heads` heads."""

    method = "alibi"

    def __init__(self, heads: int, symmetric: bool = False, slope_rule: str = "code"):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.symmetric = truth(self.method, "symmetric", symmetric)
        self.causal_only = not symmetric
        self.slope_rule = choice(self.method, "slope_rule", slope_rule, ("code", "paper"))

    def slopes(self, device: torch.device | str | None = None) -> Tensor:
        """m_h for each head: [heads]."""
        def geometric(n: int) -> Tensor:
            h = torch.arange(1, n + 1, device=device)
            return 2.0 ** (-8 * h.to(angle_dtype(h.device)) / n)

        power = 1 << (self.heads.bit_length() - 1)  # the largest power of two <= heads
        if self.slope_rule == "paper" or power == self.heads:
            return geometric(self.heads)
        return torch.cat((geometric(power), geometric(2 * power)[0::2][: self.heads - power]))

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        m = self.slopes(q.device)
        distance = offsets_for(self.method, q, k, ctx)[..., None, :, :]  # [..., 1, nq, nk]
        if self.symmetric:
            distance = distance.abs()
        else:
            no_later_key(self.method, ctx, "mask the future (causal=True) or build with symmetric=True")
        return (-m[:, None, None] * distance).to(q.dtype)  # [..., heads, nq, nk]

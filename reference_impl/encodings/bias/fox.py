r"""FoX, the Forgetting Transformer: a logit loses what the gates of the tokens since its key forget.

Equations (Lin et al. 2025, forgetting attention; query i, key j <= i, one gate a head)

    f_t  = sigmoid(w_f . x_t + b_f)
    D_ij = log f_(j+1) + log f_(j+2) + ... + log f_i,   D_ii = 0
    O = softmax(Q K^T / sqrt(d) + D) V                                   D is not divided

The sum runs over the keys that stand after key j, up to the query, and that the query may see: the gate of
key j itself is not in it, and the first gate is never used. Positions order the tokens and do nothing else.
With gates of one size, f = e^-m, tokens one apart have ALiBi's bias -m (i - j).

Shapes          gate.weight [heads, width], gate.bias [heads]; decay: log gates [..., n] -> [..., n, n];
                bias [..., heads, nq, nk]; positions [..., n]; hidden states of the keys [..., nk, width].
Units           D in logits.
Future keys     The method is causal. A query that may look at a later key is a ValueError where the mask is
                known (`attend`); where it is not (`logits`) such a key gets 0.
Dtype           gates, logarithms and sums in float32 or better, one rounding to the dtype of q. A sum holds
                no gate but its own: it is no difference of two long sums, which loses digits.
Learned         heads (width + 1) numbers; weights drawn from N(0, 0.02^2), biases 0, so gates start near
                1/2: the authors' code.
Errors          ValueError: width or heads < 1, no hidden states of the keys, or of another width or number,
                q with another number of heads, a later key unmasked.
Source          "Forgetting Transformer: Softmax Attention with a Forget Gate".
In code         The authors' kernel subtracts running sums and fuses D into FlashAttention. `fgate_type`
                "bias_only" and "fixed" are gates without input. x-transformers calls the bias
                data-dependent ALiBi.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from ..base import (
    PositionEncoding,
    at_least_float32,
    heads_of,
    integer,
    no_later_key,
    positions_for,
    width_of,
)


def _after(numbers: Tensor, positions: Tensor) -> Tensor:
    """Numbers [..., nq, nk], of keys at positions [..., 1, nk], summed over the keys after each key."""
    in_order = numbers.gather(-1, positions.argsort(-1).expand_as(numbers))
    sums = in_order.flip(-1).cumsum(-1).flip(-1)  # from each on
    sums = nn.functional.pad(sums, (0, 1))  # after the last: nothing
    up_to = (positions <= positions.transpose(-1, -2)).sum(-1)[..., None, :]  # keys that stand no later
    return sums.gather(-1, up_to.expand_as(numbers))


class Fox(PositionEncoding):
    """Forget gates of `heads` heads, from hidden states `width` channels wide."""

    method = "fox"
    needs = ("hidden_k",)
    causal_only = True

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.width = integer(self.method, "width", width)
        self.heads = integer(self.method, "heads", heads)
        self.gate = nn.Linear(self.width, self.heads)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the gates' weights anew and set their biases to zero."""
        nn.init.normal_(self.gate.weight, std=0.02)
        nn.init.zeros_(self.gate.bias)

    def decay(self, log_gates: Tensor) -> Tensor:
        """D of consecutive tokens, minus infinity above the diagonal: [..., n] -> [..., n, n], logits."""
        n = log_gates.shape[-1]
        at = torch.arange(n, device=log_gates.device)
        seen = at[:, None] >= at
        visible = log_gates[..., None, :].where(seen, torch.zeros_like(log_gates[..., None, :]))
        return _after(visible, at[None, :]).masked_fill(~seen, -math.inf)

    def log_gates(self, hidden: Tensor) -> Tensor:
        """log f of each token: [..., n, width] -> [..., heads, n], logits."""
        width_of(self.method, "width", self.width, hidden)
        wide = at_least_float32(hidden, self.gate.weight)
        logits = nn.functional.linear(hidden.to(wide), self.gate.weight.to(wide), self.gate.bias.to(wide))
        return nn.functional.logsigmoid(logits).transpose(-1, -2)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        no_later_key(self.method, ctx)
        hidden = ctx.need(self.method, "hidden_k")
        if hidden.shape[-2] != k.shape[-2]:
            raise ValueError(f"{self.method}: hidden_k has {hidden.shape[-2]} rows for {k.shape[-2]} keys; "
                             "pass the hidden state of each key")
        gates = self.log_gates(hidden.to(at_least_float32(q)))[..., None, :]  # [..., heads, 1, nk]
        i = positions_for(self.method, ctx.q_positions, q, heads=True)[..., :, None]  # [..., 1, nq, 1]
        j = positions_for(self.method, ctx.k_positions, k, heads=True)[..., None, :]  # [..., 1, 1, nk]
        seen = j <= i
        if ctx.allowed is not None:
            seen = seen & ctx.allowed[..., None, :, :]
        return _after(gates.where(seen, torch.zeros_like(gates)), j).to(q.dtype)

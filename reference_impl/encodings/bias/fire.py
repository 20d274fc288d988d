r"""FIRE: a small network reads the distance, on a log scale and divided by the query's own position.

Equation (Li et al. 2024; query i, key j <= i, counted from 0)

    b(i, j) = f(psi(i - j) / psi(max(L, i)))        psi(x) = log(|c x| + 1),  f: linear, ReLU, linear

so that the input of f stays between 0 and 1 at any length. L = |length_multiplier initial_length|.

Shapes          c, length_multiplier []; hidden.weight [hidden, 1], output.weight [heads, hidden], and their
                biases; normalised_distance [..., nq], [..., nk] -> [..., nq, nk]; positions [..., n].
Units           position in tokens, counted from 0 at the start of the text: the equation reads the query's
                own, so padding before the text and a cache must not move it.
Future keys     The method is causal. A query that may look at a later key is a ValueError where the mask is
                known (`attend`); where it is not (`logits`) the distance is |i - j|, as in the listing.
Dtype           bias in float64, rounded once to the dtype of q.
Learned         2 + 2 hidden + (hidden + 1) heads numbers: c starts at initial_c, length_multiplier at 1, the
                network as PyTorch draws linear layers. initial_length itself is not learned.
Errors          ValueError: heads or hidden < 1, initial_c or initial_length <= 0, epsilon < 0, q with
                another number of heads, a later key unmasked.
Source          "Functional Interpolation for Relative Positions Improves Long Context Transformers"; the
                absolute values, epsilon and the starts from the listing that public copies repeat.
In code         The listing adds epsilon = 1e-6 to the denominator. One copy draws random positions in
                training, another halves the start of L or gives the network a second hidden layer.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import (
    PositionEncoding,
    angle_dtype,
    as_positions,
    at_least,
    heads_of,
    integer,
    no_later_key,
    number_above,
    positions_for,
)


class Fire(PositionEncoding):
    """A bias from a network of `hidden` units, for `heads` heads."""

    method = "fire"
    causal_only = True

    def __init__(self, heads: int, hidden: int = 32, initial_c: float = 0.1, initial_length: float = 512.0,
                 epsilon: float = 1e-6):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        units = integer(self.method, "hidden", hidden)
        self.initial_c = number_above(self.method, "initial_c", initial_c, 0.0, "it stretches the distance")
        self.initial_length = number_above(
            self.method, "initial_length", initial_length, 0.0, "below it the denominator is constant")
        self.epsilon = at_least(self.method, "epsilon", epsilon, 0.0, "it keeps the denominator from 0")
        self.c = nn.Parameter(torch.empty(()))
        self.length_multiplier = nn.Parameter(torch.empty(()))
        self.hidden = nn.Linear(1, units)
        self.output = nn.Linear(units, self.heads)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set c and the multiplier to their starts and draw the network anew."""
        nn.init.constant_(self.c, self.initial_c)
        nn.init.ones_(self.length_multiplier)
        self.hidden.reset_parameters()
        self.output.reset_parameters()

    def options(self) -> dict[str, Any]:
        return {"heads": self.heads, "hidden": self.hidden.out_features, "initial_c": self.initial_c,
                "initial_length": self.initial_length, "epsilon": self.epsilon}

    def normalised_distance(self, q_positions: Any, k_positions: Any) -> Tensor:
        """The input of f: [..., nq], [..., nk] -> [..., nq, nk], float64, no unit."""
        i = as_positions(self.method, q_positions, self.c.device)[..., :, None]
        j = as_positions(self.method, k_positions, self.c.device)[..., None, :]
        wide = angle_dtype(i.device)
        i, j, c = i.to(wide), j.to(wide), self.c.to(wide)
        threshold = (self.length_multiplier.to(wide) * self.initial_length).abs()
        farthest = torch.maximum(i, threshold)
        return (c * (i - j)).abs().log1p() / ((c * farthest).abs().log1p() + self.epsilon)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        no_later_key(self.method, ctx)
        i = positions_for(self.method, ctx.q_positions, q, heads=True)[..., 0, :]
        j = positions_for(self.method, ctx.k_positions, k, heads=True)[..., 0, :]
        x = self.normalised_distance(i, j)[..., None]  # [..., nq, nk, 1]
        for part, last in ((self.hidden, False), (self.output, True)):
            x = x @ part.weight.to(x.dtype).T + part.bias.to(x.dtype)
            x = x if last else x.relu()
        return x.movedim(-1, -3).to(q.dtype)  # [..., heads, nq, nk]

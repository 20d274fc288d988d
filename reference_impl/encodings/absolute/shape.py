r"""SHAPE: sinusoidal encoding whose positions all move by one random integer, drawn anew while training.

Equation (Kiyono et al. 2021)

    PE(m + k), k drawn from {0, ..., K} for each sequence        K = `max_shift`

Products of two position vectors depend on m - n alone, so k does not change them; products of a position
vector with an embedding do change, and training over many k teaches the network to disregard that.

Shapes          shift [..., 1]; positions [..., n]; x [..., n, width] -> the same.
Units           shift in tokens.
Randomness      training mode: one k a sequence of x, from ctx.generator, which is read and not advanced: a
                state of the generator is one draw, so queries and keys agree; seed or advance it for each
                batch. Not in training mode: k = evaluation_shift.
Dtype           as the sinusoidal table. Nothing learned, nothing stored.
Errors          ValueError: as the sinusoidal table; max_shift or evaluation_shift < 0; no generator in
                training.
Source          "SHAPE: Shifted Absolute Position Embedding for Transformers".
In code         The authors' code draws 0 .. K-1, and less where its table of 5,000 rows ends; it evaluates
                at k = K: evaluation_shift=max_shift gives that. K is 500 in the configuration of the paper's
                name.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, integer, needed, positions_for, width_of
from .sinusoidal import Sinusoidal


def generator_of(method: str, ctx: Any) -> torch.Generator:
    """A copy of ctx.generator: drawing from it leaves the original as it was."""
    return needed(method, ctx, "generator").clone_state()


class Shape(Sinusoidal):
    """Sinusoidal vectors, moved by up to `max_shift` positions in training."""

    method = "shape"

    def __init__(self, width: int, layout: str = "interleaved", base: float = 10000.0, max_shift: int = 500,
                 evaluation_shift: int = 0):
        super().__init__(width, layout, base)
        self.max_shift = integer(self.method, "max_shift", max_shift, 0)
        self.evaluation_shift = integer(self.method, "evaluation_shift", evaluation_shift, 0)

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]
        """A generator while training; nothing in evaluation."""
        return ("generator",) if self.training else ()

    def drawn(self, positions: Tensor, ctx: Any) -> dict[str, Tensor]:
        """shift: k of each sequence, [..., 1] for positions [..., n]; whole numbers, tokens."""
        source = generator_of(self.method, ctx)
        shape = (*positions.shape[:-1], 1)
        shift = torch.randint(self.max_shift + 1, shape, generator=source, device=source.device)
        return {"shift": shift.to(positions.device)}

    def placed(self, positions: Tensor, ctx: Any = None) -> Tensor:
        """Where on the sinusoid each position stands: [..., n], tokens."""
        p = positions.to(angle_dtype(positions.device))
        return p + (self.drawn(positions, ctx)["shift"] if self.training else self.evaluation_shift)

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        one_each = positions_for(self.method, positions, x).expand(x.shape[:-1])
        return super().embed(x, self.placed(one_each, ctx), ctx)

r"""Randomized positional encodings: N tokens get N positions drawn in order from a far larger range.

Equation (Ruoss et al. 2023, with sinusoids; N tokens, L = `maximum`, places counted from 0 as in the
authors' code)

    r_0 < r_1 < ... < r_(N-1)        the sorted subset of {0, ..., L-1}, every subset as likely
    place p is encoded as PE(r_p)

Order is kept, distance is not: a text as long as the range is the sinusoidal encoding itself.

Shapes          positions [..., n], places from 0 to N - 1; x [..., n, width] -> the same.
Units           r in tokens.
Randomness      in training mode and out of it: one subset for the whole batch, from ctx.generator, which is
                read and not advanced: a state of the generator is one draw; seed or advance it for each
                batch. N is ctx.length, explicit. A longer text has another subset, so growing token by token
                does not give what the whole text gives: draw for the full length, and keep to it.
Dtype           as the sinusoidal table. Nothing learned, nothing stored.
Errors          ValueError: as the sinusoidal table; no length or generator; N > maximum; a place outside the
                text or not whole.
Source          "Randomized Positional Encodings Boost Length Generalization of Transformers".
In code         The authors' code draws once a call for the whole batch, at test too, and puts all sines
                first. Its example has maximum 2048, trains on up to 40 tokens and tests on up to 100.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import integer, positions_for, width_of
from .shape import generator_of
from .sinusoidal import Sinusoidal


class RandomizedPe(Sinusoidal):
    """Sinusoidal vectors at positions drawn in order from `maximum` of them."""

    method = "randomized-pe"
    needs = ("length", "generator")

    def __init__(self, width: int, layout: str = "interleaved", base: float = 10000.0, maximum: int = 2048):
        super().__init__(width, layout, base)
        self.maximum = integer(self.method, "maximum", maximum)
        self.position_limit = self.maximum

    def drawn(self, positions: Tensor, ctx: Any) -> dict[str, Tensor]:
        """positions: the sorted subset, [ctx.length], whole numbers, tokens."""
        source = generator_of(self.method, ctx)
        length = integer(self.method, "length", ctx.need(self.method, "length"), 0)
        if length > self.maximum:
            raise ValueError(f"{self.method}: {length} tokens cannot have different positions among "
                             f"{self.maximum}; shorten the text or build it with a larger maximum")
        order = torch.randperm(self.maximum, generator=source, device=source.device)
        return {"positions": order[:length].sort().values.to(positions.device)}

    def placed(self, positions: Tensor, ctx: Any = None) -> Tensor:
        """r_p of each place p: [..., n], tokens."""
        subset = self.drawn(positions, ctx)["positions"]
        if not positions.is_meta and positions.numel() and (
                positions.min() < 0 or positions.max() >= len(subset)
                or (positions != positions.long()).any()):
            raise ValueError(
                f"{self.method}: places must be whole numbers from 0 to {len(subset) - 1} in a text of "
                f"{len(subset)} tokens, got {positions.min().item():g} to {positions.max().item():g}; "
                "pass the text's length")
        return subset[positions.long()]

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        return super().embed(x, self.placed(positions_for(self.method, positions, x), ctx), ctx)

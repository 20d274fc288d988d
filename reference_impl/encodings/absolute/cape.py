r"""CAPE: sinusoidal encoding whose positions are shifted, jittered and stretched at random while training.

Equation (Likhomanenko et al. 2021, as in the authors' code; D, e_i and log s uniform, s the same for a
sequence)

    p'_i = (p_i + D + e_i) s
    |D| <= global_shift,  |e_i| <= local_shift,  1/global_scale <= s <= global_scale

Shapes          shift [..., 1], jitter [..., n], log_scale [..., 1]; positions [..., n]; x [..., n, width] ->
                the same.
Units           position, shift and jitter in the unit of the positions given; s has none.
Randomness      training mode: D and s for each sequence of x, e_i for each token, from ctx.generator, which
                is read and not advanced: a state of the generator is one draw; seed or advance it for each
                batch. Train on whole sequences: fewer queries than keys would draw other jitter. Not in
                training mode: p' = p.
Order           kept for whole positions where 2 local_shift < 1; D and s never change it.
Dtype           as the sinusoidal table. Nothing learned, nothing stored.
Errors          ValueError: as the sinusoidal table; a shift < 0; global_scale < 1; no generator in training.
Source          "CAPE: Encoding Relative Positions with Continuous Augmented Positional Embeddings".
In code         The authors' code gives the full widths of the first two ranges, all sines first, and
                subtracts the mean position, in training and after: here the caller may, since the mean needs
                the whole sequence.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, at_least, positions_for, width_of
from .shape import generator_of
from .sinusoidal import Sinusoidal


class Cape(Sinusoidal):
    """Sinusoidal vectors of positions that are moved about in training."""

    method = "cape"

    def __init__(self, width: int, layout: str = "interleaved", base: float = 10000.0,
                 global_shift: float = 5.0, local_shift: float = 0.5, global_scale: float = 1.03):
        super().__init__(width, layout, base)
        self.global_shift = at_least(
            self.method, "global_shift", global_shift, 0.0, "the shift is drawn up to it")
        self.local_shift = at_least(
            self.method, "local_shift", local_shift, 0.0, "the jitter is drawn up to it")
        self.global_scale = at_least(
            self.method, "global_scale", global_scale, 1.0, "scales lie between its inverse and itself")

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]
        """A generator while training; nothing in evaluation."""
        return ("generator",) if self.training else ()

    def drawn(self, positions: Tensor, ctx: Any) -> dict[str, Tensor]:
        """shift and log_scale [..., 1], jitter [..., n], for positions [..., n]."""
        source = generator_of(self.method, ctx)
        wide = angle_dtype(source.device)
        each, once = positions.shape, (*positions.shape[:-1], 1)

        def uniform(shape: tuple[int, ...], limit: float) -> Tensor:
            part = torch.rand(shape, generator=source, device=source.device, dtype=wide)
            return ((2 * part - 1) * limit).to(positions.device)

        return {"shift": uniform(once, self.global_shift), "jitter": uniform(each, self.local_shift),
                "log_scale": uniform(once, math.log(self.global_scale))}

    def placed(self, positions: Tensor, ctx: Any = None) -> Tensor:
        """p' of each position: [..., n]."""
        p = positions.to(angle_dtype(positions.device))
        if not self.training:
            return p
        draw = self.drawn(positions, ctx)
        return (p + draw["shift"] + draw["jitter"]) * draw["log_scale"].exp()

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        width_of(self.method, "width", self.width, x)
        one_each = positions_for(self.method, positions, x).expand(x.shape[:-1])
        return super().embed(x, self.placed(one_each, ctx), ctx)

r"""LM-Infinite: each query sees the nearest tokens and the first few, at no distance above a limit.

Equations (Han et al. 2024, the Lambda-shaped mask and the distance limit, as in the released code; query i,
key j <= i, window w, start g)

    seen                 i - j < w (local branch)   or   j < g (global branch)
    relative position    min(i - j, w)

Nothing else is attended, whatever the mask allows: later keys too are hidden.

Shapes          features as in rope; distances and visible: [..., nq] and [..., nk] -> [..., nq, nk].
Units           start and window in tokens, whole; start from 0, window from 1. The window counts the query
                itself. start counts positions from 0: a text that begins elsewhere has no start.
Dtype           positions, angles and distances in float64; the rest as in rope. Nothing stored.
Errors          ValueError: a start below 0, a window below 1, neither whole, and those of rope.
Source          "LM-Infinite: Zero-Shot Extreme Length Generalization for Large Language Models"; repository
                LM-Infinite, lambda_attention.py.
In code         The global branch is the first rows of the cache; the same for positions from 0. Local branch
                and distance limit are two arguments, set equal when a model is converted; so here. The
                logits are those of rerope with this window, and only the mask is new.
"""
from __future__ import annotations

import math
from typing import Any

from torch import Tensor

from ..base import integer
from .rerope import Rerope


class LmInfinite(Rerope):
    """ReRoPE of which a query sees the first `start` tokens and the last `window`."""

    method = "lm-infinite"

    def __init__(
        self, head_dim: int, start: int, window: int, base: float = 10000.0, pairing: str = "interleaved"
    ):
        super().__init__(head_dim, window, base, pairing)
        self.start = integer(self.method, "start", start, 0)
        integer(self.method, "window", window)

    def visible(self, q_positions: Any, k_positions: Any) -> Tensor:
        """Where a query sees a key: bool [..., nq, nk]."""
        i, j = self._wide(q_positions)[..., :, None], self._wide(k_positions)[..., None, :]
        return (j <= i) & ((i - j < self.window) | (j >= 0) & (j < self.start))

    def weights(self, logits: Tensor, ctx: Any) -> Tensor:
        seen = self.visible(ctx.q_positions, ctx.k_positions)[..., None, :, :]
        return super().weights(logits.masked_fill(~seen, -math.inf), ctx)

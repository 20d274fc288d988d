r"""StreamingLLM: a cache of the first tokens, the sinks, and the last, with positions inside the cache.

Equations (Xiao et al. 2024, section 3.2, not numbered; query i, key j <= i, s sinks, window w)

    in the cache         j < s   or   i - j < w
    relative position    i - j                        where i - j < w
                         min(i, s + w - 1) - j        for a sink that has left the window

A full cache holds s + w tokens, at positions 0 .. s + w - 1 without gaps; the query is the last.
The paper's example: sinks 4, window 4; token 9 meets tokens 0 1 2 3 6 7 8 9 at positions 0 .. 7.

Shapes          features as in rope; distances and visible: [..., nq] and [..., nk] -> [..., nq, nk].
Units           sinks and window in tokens, whole; sinks from 0, window from 1. The window counts the query
                itself. Positions are whole and count from 0, the first token of the stream.
Hidden keys     Tokens not in the cache, and later ones, are hidden whatever the mask allows. `logits` goes on
                for them with numbers that mean nothing.
Dtype           positions, angles and distances in float64; the rest as in rope. Nothing stored.
Errors          ValueError: sinks or window out of range or not whole, a position below 0 or not whole, and
                those of rope.
Source          "Efficient Streaming Language Models with Attention Sinks".
In code         The released cache keeps start_size + recent_size tokens after a step, so a step sees one
                more: window = recent_size + 1. Keys are cached before rotation and turned at every step. A
                prompt in one forward call is attended densely there; here each query sees its own cache, as
                in decoding token by token.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import integer
from ..rotary.rope import Rope
from .rerope import Mapped, Pass


class StreamingLlm(Mapped, Rope):
    """RoPE inside a cache of the first `sinks` tokens and the last `window`."""

    method = "streaming-llm"

    def __init__(
        self, head_dim: int, window: int, sinks: int = 4, base: float = 10000.0, pairing: str = "interleaved"
    ):
        super().__init__(head_dim, base, pairing)
        self.window = integer(self.method, "window", window)
        self.sinks = integer(self.method, "sinks", sinks, 0)

    def cache(self, position: int) -> list[int]:
        """The text positions in the cache while the token at `position` is the query, in order."""
        position = integer(self.method, "position", position, 0)
        first = max(position - self.window + 1, 0)  # the oldest token of the window
        return [*range(min(self.sinks, first)), *range(first, position + 1)]

    def visible(self, q_positions: Any, k_positions: Any) -> Tensor:
        """Where a key is in the cache of a query: bool [..., nq, nk]."""
        i, j = self._wide(q_positions)[..., :, None], self._wide(k_positions)[..., None, :]
        return (j <= i) & ((i - j < self.window) | (j < self.sinks))

    def rules(self, i: Tensor, j: Tensor) -> list[Pass]:
        full = i.clamp(max=self.sinks + self.window - 1)  # the query's place in its cache
        return [(i, j, None), (full, j, self._beyond(i, j, self.window))]  # all but sinks are hidden there

    def distances(self, q_positions: Any, k_positions: Any) -> Tensor:
        """Differences of positions inside the cache; nan for pairs not in it: [..., nq, nk]."""
        found = super().distances(q_positions, k_positions)
        return found.masked_fill(~self.visible(q_positions, k_positions), math.nan)

    def _wide(self, positions: Any) -> Tensor:
        p = super()._wide(positions)
        if not (p.is_meta or torch.compiler.is_compiling()) and bool(((p < 0) | (p != p.floor())).any()):
            raise ValueError(
                f"{self.method}: positions must be whole and not negative: they count the tokens of the "
                "stream from 0; pass 0, 1, 2 ...")
        return p

    def weights(self, logits: Tensor, ctx: Any) -> Tensor:
        seen = self.visible(ctx.q_positions, ctx.k_positions)[..., None, :, :]
        return super().weights(logits.masked_fill(~seen, -math.inf), ctx)

r"""Dual chunk attention: keys numbered inside their chunk, queries by how many chunks back the key is.

Equations (An et al. 2024, section 3, (2), (5) and (7), written in one; w = c - s)

    key        P_k(j) = j mod s
    query      P_q(i) = i mod s                      key in the same chunk
                        min(s + i mod s, c - 1)      key in the chunk before
                        c - 1                        key in an earlier chunk
    relative position    P_q - P_k, between 0 and c - 1

The paper writes the middle line as a list: s, s + 1, ..., s + w - 1, then c - 1 throughout.

Shapes          features as in rope; distances: [..., nq] and [..., nk] -> [..., nq, nk].
Units           training_length c and chunk_size s in tokens, whole, 1 <= s < c.
Later keys      A query that may look at a later key is a ValueError where the mask is known (`attend`): the
                paper is causal. Where it is not (`logits`), keys of later chunks count as if they stood in
                the chunk of the query; distances gives nan for them.
Dtype           positions, angles and distances in float64; the rest as in rope. Nothing stored.
Errors          ValueError: sizes out of range or not whole, a later key unmasked, and those of rope.
Source          "Training-Free Long-Context Scaling of Large Language Models".
In code         The released code has other sizes: its chunk_size C and local_window l are c = C + 1 and
                s = C - l here; C is 3/4 of the training length and l 1/8 of it. It computes three attentions
                and merges them by their softmax sums; here the logits are joined before the softmax.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import integer, no_later_key
from ..rotary.rope import Rope
from .rerope import Mapped, Pass


class DualChunkAttention(Mapped, Rope):
    """RoPE in chunks of `chunk_size`, with no distance above `training_length` - 1."""

    method = "dual-chunk-attention"
    causal_only = True

    def __init__(
        self, head_dim: int, training_length: int, chunk_size: int, base: float = 10000.0,
        pairing: str = "interleaved"
    ):
        super().__init__(head_dim, base, pairing)
        self.training_length = integer(self.method, "training_length", training_length, 2)
        self.chunk_size = integer(self.method, "chunk_size", chunk_size)
        if chunk_size >= training_length:
            raise ValueError(
                f"{self.method}: chunk_size must be below training_length {training_length}, got "
                f"{chunk_size}: the rest is the local window; take three quarters as the paper does")

    def rules(self, i: Tensor, j: Tensor) -> list[Pass]:
        last, query, key = self.training_length - 1, i % self.chunk_size, j % self.chunk_size
        back = self._chunks_back(i, j)
        before = (self.chunk_size + query).clamp(max=last)
        return [(query, key, None), (before, key, back == 1), (torch.full_like(i, last), key, back > 1)]

    def passes(self, ctx: Any) -> list[Pass]:
        no_later_key(self.method, ctx)
        return super().passes(ctx)

    def distances(self, q_positions: Any, k_positions: Any) -> Tensor:
        """The relative position at which RoPE meets each pair; nan for later chunks: [..., nq, nk]."""
        later = self._chunks_back(self._wide(q_positions), self._wide(k_positions)) < 0
        return super().distances(q_positions, k_positions).masked_fill(later, math.nan)

    def _chunks_back(self, i: Tensor, j: Tensor) -> Tensor:
        return (i // self.chunk_size)[..., :, None] - (j // self.chunk_size)[..., None, :]

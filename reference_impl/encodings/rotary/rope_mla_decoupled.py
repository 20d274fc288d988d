r"""Decoupled RoPE of multi-head latent attention: content channels rest, extra channels rotate.

Equations (DeepSeek-AI 2024, section 2.1.3; c = content_dim, r = rotary_dim, head h)

    q^R = RoPE(W^QR c^Q)                                                                         (14)
    k^R = RoPE(W^KR x), one for all heads                                                        (15)
    q_h = [q_h^C; q_h^R],  k_h = [k_h^C; k^R]                                              (16), (17)
    weights: softmax of q_h^T k_h / sqrt(c + r)                                                  (18)

The content part has no position, so W^UK can be absorbed into the queries and the cache holds the latent
vector and the one k^R. This class does the rotation and the sharing; the projections lie outside it.

Shapes          q, k [..., heads, n, c + r] -> the same, the last r channels turned; `key`: content [...,
                heads, n, c] and shared [..., 1, n, r] -> [..., heads, n, c + r]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token.
Dtype           as RoPE: angles in float64, one rounding at the end. Content channels keep every bit.
                Nothing learned, nothing stored: W^QR and W^KR belong to attention.
Errors          ValueError: content_dim < 1, odd rotary_dim, x of another width than c + r, parts that do not
                fit, and those of RoPE.
Source          "DeepSeek-V2: A Strong, Economical, and Efficient Mixture-of-Experts Language Model".
In code         Defaults are DeepSeek-V2's: 128 and 64, scale 1/sqrt(192). The exponent runs over r alone.
                The order of the rotary channels does not matter as long as q and k agree; weights made for
                pairs (2i, 2i+1) need a permutation before code that pairs (i, i + r/2). With YaRN the scale
                changes as well: see yarn-deepseek.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, choice, integer, positions_for, width_of
from .rope import Rope, turned


class RopeMlaDecoupled(Rope):
    """RoPE on the last `rotary_dim` channels, after `content_dim` that rest."""

    method = "rope-mla-decoupled"

    def __init__(
        self, content_dim: int = 128, rotary_dim: int = 64, base: float = 10000.0,
        pairing: str = "interleaved"
    ):
        super().__init__(
            integer(self.method, "rotary_dim", rotary_dim, 2, even="channels rotate in pairs"), base, pairing)
        self.content_dim = integer(self.method, "content_dim", content_dim)
        self.rotary_dim = rotary_dim
        self.head_dim = content_dim + rotary_dim

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_i, radians a token: [rotary_dim / 2]."""
        i = torch.arange(self.rotary_dim // 2, device=device)
        return self.base ** (-2 * i.to(angle_dtype(i.device)) / self.rotary_dim)

    def key(self, content: Tensor, shared: Tensor) -> Tensor:
        """[k^C; k^R], not rotated: [..., heads, n, c] and [..., 1, n, r] -> [..., heads, n, c + r]."""
        width_of(self.method, "content_dim", self.content_dim, content)
        width_of(self.method, "rotary_dim", self.rotary_dim, shared)
        if shared.shape[-3] != 1:
            raise ValueError(f"{self.method}: shared has {shared.shape[-3]} heads, but the rotary key is one "
                             "for all; give it a heads axis of 1")
        return torch.cat((content, shared.expand(*content.shape[:-1], self.rotary_dim)), -1)

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        """Each row of x with its last channels turned; queries and keys alike."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "content_dim + rotary_dim", self.head_dim, x)
        positions = positions_for(self.method, positions, x, heads=True)
        resting, moving = x[..., : self.content_dim], x[..., self.content_dim :]
        return torch.cat((resting, turned(moving, self.angles(positions), self.pairing)), -1)

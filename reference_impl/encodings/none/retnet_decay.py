r"""Retention: rotated queries and keys, no softmax, and a weight that halves every so many tokens.

Equations (Sun et al. 2023; n query, m key, heads h = 0, 1, ...)

    Retention(X) = (Q K^T * D) V,   Q, K rotated by e^(i n theta)                                (5)
    D_nm = gamma^(n-m) for n >= m, 0 for later keys                                              (5)
    gamma_h = 1 - 2^(-5-h)                                                                       (8)
    the same, token by token: S_n = gamma S_(n-1) + K_n^T V_n,  O_n = Q_n S_n                    (6)

normalise=True applies the three factors of page 5: 1/sqrt(d) on Q K^T, D / sqrt(sum of its row), and R = the
product divided by max(|sum of its row|, 1). They change a row by a positive factor alone, which the
normalisation after it (GroupNorm, not part of this class, nor is the gate) takes away.

Shapes          q, k, v [..., heads, n, head_dim]; positions [..., n]; decay_matrix [..., heads, nq, nk].
Units           position in tokens; decay without unit, for each token of distance.
Masks           A key that ctx.allowed hides has D = 0, and does not count in the sums. A query without keys
                gets zeros.
Dtype           angles and powers in float64, products in float32 or better. Nothing learned or stored.
Errors          ValueError: heads < 1, odd head_dim, base <= 1, unknown spacing, q with other heads.
Source          "Retentive Network: A Successor to Transformer for Large Language Models", section 2.
In code         The paper gives no theta ("known as xPos"). spacing "rope": base^(-2i/d); spacing "code":
                torchscale's base^(-i/(d/2-1)), as tensor2tensor. torchscale turns neighbouring channels,
                multiplies k by 1/sqrt(d) before it, and takes no gradient through the sum of R.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, as_positions, choice, heads_of, integer, truth
from ..rotary.rope import Rope


class RetnetDecay(Rope):
    """Retention with a fixed decay for each of `heads` heads."""

    method = "retnet-decay"

    def __init__(
        self, heads: int, head_dim: int, base: float = 10000.0, spacing: str = "rope", normalise: bool = False
    ):
        super().__init__(head_dim, base)
        self.heads = integer(self.method, "heads", heads)
        self.spacing = choice(self.method, "spacing", spacing, ("rope", "code"))
        self.normalise = truth(self.method, "normalise", normalise)

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_i, radians a token: [head_dim / 2]."""
        if self.spacing == "rope":
            return super().inverse_frequencies(device)
        i = torch.arange(self.head_dim // 2, device=device)
        return self.base ** (-i.to(angle_dtype(i.device)) / max(len(i) - 1, 1))

    def decays(self, device: torch.device | str | None = None) -> Tensor:
        """gamma_h, without unit: [heads]."""
        h = torch.arange(self.heads, device=device)
        return 1 - 2.0 ** (-5 - h.to(angle_dtype(h.device)))

    def decay_matrix(self, q_positions: Any, k_positions: Any) -> Tensor:
        """D, without unit: [..., nq] and [..., nk] -> [..., heads, nq, nk]."""
        q_positions, k_positions = (as_positions(self.method, p) for p in (q_positions, k_positions))
        gamma = self.decays(q_positions.device)
        offsets = q_positions.to(gamma.dtype)[..., :, None] - k_positions.to(gamma.dtype)[..., None, :]
        powers = gamma[:, None, None] ** offsets[..., None, :, :].clamp(min=0)
        return powers.where(offsets[..., None, :, :] >= 0, 0.0)

    def scale(self, q: Tensor, ctx: Any) -> Tensor | float:
        heads_of(self.method, self.heads, q)
        return super().scale(q, ctx) if self.normalise else 1.0

    def weights(self, logits: Tensor, ctx: Any) -> Tensor:
        """Q K^T * D: no softmax, and rows need not sum to 1."""
        decay = self.decay_matrix(ctx.q_positions, ctx.k_positions)
        if ctx.allowed is not None:
            decay = decay.where(ctx.allowed[..., None, :, :], 0.0)
        if not self.normalise:
            return logits * decay.to(logits.dtype)
        share = (decay / decay.sum(-1, keepdim=True).sqrt()).nan_to_num(0.0)  # 0/0: a query without keys
        product = logits * share.to(logits.dtype)
        return product / product.sum(-1, keepdim=True).abs().clamp(min=1)

r"""Log-n attention scaling: multiply logits by a logarithm of the length, so that weights do not thin out.

Equations (L = original_length)

    variant "su"      softmax((log_L n / sqrt(d)) q^T k), n keys that the query may look at   (Su 2021)
    variant "qwen"    q'_i = q_i max(1, log_L i), i = position + 1                            (Qwen-7B-Chat)

Both put one factor on a whole row of logits. For "su" the factor is below 1 where n < L; "qwen" leaves
queries up to L alone. There is no position in it but this: it goes on top of any encoding.

Shapes          log_factor(counts) [...] -> the same; scale [..., 1, nq, 1]; positions [..., n].
Units           counts in keys, or in tokens; the factor is a ratio. Counts below 1 count as 1.
Keys            "su" counts ctx.allowed for each query, padding left out; where ctx.allowed is None, all nk
                keys count, so a mask that attention applies elsewhere has to be passed. "qwen" looks at the
                query's position alone, so a cache of keys and earlier outputs stay as they are.
Dtype           the factor in float64 (float32 where the device has no float64), one rounding to the dtype
                of q. Nothing learned, nothing stored.
Errors          ValueError: original_length < 2, unknown variant.
Source          Su's post of December 2021 on entropy and the scale of attention (kexue.fm/archives/8823);
                modeling_qwen.py of Qwen-7B-Chat. "Overcoming a Theoretical Limitation of Self-Attention" has
                log n / sqrt(d), with a natural logarithm.
In code         Qwen multiplies the query, after RoPE and at inference only; its table ends at 32767, and it
                counts places in the cache, so padding before a text shifts it. bert4keras counts unmasked
                keys, as here.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import PositionEncoding, angle_dtype, choice, integer


class LognAttentionScaling(PositionEncoding):
    """Attention whose scale grows with the logarithm of the length."""

    method = "logn-attention-scaling"

    def __init__(self, original_length: int, variant: str = "qwen"):
        super().__init__()
        self.original_length = integer(self.method, "original_length", original_length, 2)
        self.variant = choice(self.method, "variant", variant, ("qwen", "su"))

    def log_factor(self, counts: Any) -> Tensor:
        """The factor for each count: log_L of it, and for "qwen" at least 1; the shape of counts."""
        counts = counts if isinstance(counts, Tensor) else torch.tensor(counts, dtype=torch.float64)
        factor = counts.to(angle_dtype(counts.device)).clamp(min=1).log() / math.log(self.original_length)
        return factor.clamp(min=1) if self.variant == "qwen" else factor

    def scale(self, q: Tensor, ctx: Any) -> Tensor:
        if self.variant == "qwen":
            counts = ctx.q_positions + 1
        elif ctx.allowed is not None:
            counts = ctx.allowed.sum(-1)
        else:
            counts = torch.full_like(ctx.q_positions, ctx.k_positions.shape[-1])
        factor = self.log_factor(counts)[..., None, :, None]  # [..., 1, nq, 1]
        return (factor * q.shape[-1] ** -0.5).to(q.dtype)

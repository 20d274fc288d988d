r"""p-RoPE: keep the highest frequencies of RoPE, a fraction p of them, and set the lowest to zero.

Equations (Barbero et al. 2025, section 2 for the frequencies, section 6.1 for the truncation; i from 0)

    g_i = theta^(-2i/d)   for i < int(p d / 2)           (the paper counts from 1)
    g_i = 0               for the other pairs            so they do not turn: content alone

p = 1 is RoPE, p = 0 no encoding. The number of pairs kept is rounded down.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token; fraction without unit, 0 to 1.
Dtype           as RoPE: angles in float64, one rounding at the end. Pairs that do not turn keep every bit.
                Nothing learned, nothing stored.
Errors          ValueError: a fraction below 0 or above 1, and those of RoPE.
Source          "Round and Round We Go! What makes Rotary Positional Encodings useful?", section 6.1.
In code         google-deepmind/gemma (`rope_proportion`) and transformers (rope type "proportional") write
                int(p * head_dim // 2): the product in floating point first, so 0.29 of 200 channels keeps
                28 pairs. Partial rotary with the same share is another method: its exponent runs over the
                channels that turn, and it has no zero frequency.
"""
from __future__ import annotations

import torch
from torch import Tensor

from ..base import at_least
from .rope import Rope


class PRope(Rope):
    """RoPE whose lowest frequencies are zero; `kept` is the number of pairs that turn."""

    method = "p-rope"

    def __init__(
        self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", fraction: float = 0.75
    ):
        super().__init__(head_dim, base, pairing)
        self.fraction = at_least(self.method, "fraction", fraction, 0.0, "it is the share of pairs that turn")
        if self.fraction > 1:
            raise ValueError(f"{self.method}: fraction must be at most 1, got {fraction}: it is the share of "
                             "pairs that turn; use 1 for RoPE")
        self.kept = int(self.fraction * self.head_dim // 2)

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """g_i, radians a token, zero from `kept` on: [head_dim / 2]."""
        of_rope = super().inverse_frequencies(device)
        i = torch.arange(self.head_dim // 2, device=of_rope.device)
        return of_rope.where(i < self.kept, 0.0)

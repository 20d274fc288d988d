r"""Leaky ReRoPE: rotary positions whose distance grows k times more slowly beyond a window w.

Equation (Su 2023, the third and the sixth displayed equation; query i, key j <= i)

    relative position    i - j                    where i - j < w
                         w + (i - j - w) / k      else
    second line          query at (i - w) / k + w, key at j / k

Shapes          features as in rope; distances: [..., nq] and [..., nk] -> [..., nq, nk].
Units           window in tokens, whole, from 0; factor, the post's k, a ratio of at least 1.
Later keys      Keep their offset, which is negative. The post draws earlier keys alone.
Dtype           positions, angles and distances in float64; the rest as in rope. Nothing stored.
Errors          ValueError: a window below 0 or not whole, a factor below 1, and those of rope.
Source          "Transformer Upgrade Road: 12, ReRoPE with unlimited extrapolation?" (kexue.fm 9708).
In code         The author's leaky_rerope_patch.py has window 512 and factor 16, tests |i - j| < w, so that a
                later key beyond w counts as an earlier one, and also multiplies queries by
                max(1, log_L(i + 1)), which is another method.
"""
from __future__ import annotations

from torch import Tensor

from ..base import at_least, integer
from ..rotary.rope import Rope
from .rerope import Mapped, Pass


class LeakyRerope(Mapped, Rope):
    """RoPE with the distance beyond `window` divided by `factor`."""

    method = "leaky-rerope"

    def __init__(
        self, head_dim: int, window: int, factor: float, base: float = 10000.0, pairing: str = "interleaved"
    ):
        super().__init__(head_dim, base, pairing)
        self.window = integer(self.method, "window", window, 0)
        self.factor = at_least(
            self.method, "factor", factor, 1.0, "what lies beyond the window is divided by it; 1 is rope")

    def rules(self, i: Tensor, j: Tensor) -> list[Pass]:
        far = self._beyond(i, j, self.window)  # at the window itself both rules give w
        return [(i, j, None), ((i - self.window) / self.factor + self.window, j / self.factor, far)]

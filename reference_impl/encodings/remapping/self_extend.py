r"""Self-Extend: plain rotary positions nearby, positions of groups of G tokens beyond a window w.

Equation (Jin et al. 2024 and the released code; query i, key j <= i)

    relative position    i - j                                               where i - j < w
                         floor(i / G) + w - floor(w / G) - floor(j / G)      else
    second line          query at floor(i / G) + w - floor(w / G), key at floor(j / G)

The shift w - floor(w / G) joins the two parts: at i - j = w the distance is w where G divides w, and w or
w + 1, by the place of the key in its group, where it does not.

Shapes          features as in rope; distances: [..., nq] and [..., nk] -> [..., nq, nk].
Units           group and window in tokens, whole, from 1; positions as in rope.
Later keys      Keep their offset, which is negative. The paper is causal.
Dtype           positions, angles and distances in float64; the rest as in rope. Nothing stored.
Errors          ValueError: a group or window below 1 or not whole, and those of rope.
Source          "LLM Maybe LongLM: SelfExtend LLM Context Window Without Tuning"; repository LongLM.
In code         The first patches (group_size_1 = 8, group_size_2 = 1024) have w // G as here. The prefill of
                self_extend_patch/Llama.py divides w / G without rounding, its decoding rounds: they differ
                where G does not divide w. An optional log-n scale of queries is another method.
"""
from __future__ import annotations

from torch import Tensor

from ..base import integer
from ..rotary.rope import Rope
from .rerope import Mapped, Pass


class SelfExtend(Mapped, Rope):
    """RoPE within `window`, positions divided by `group` and rounded down beyond."""

    method = "self-extend"

    def __init__(
        self, head_dim: int, group: int, window: int, base: float = 10000.0, pairing: str = "interleaved"
    ):
        super().__init__(head_dim, base, pairing)
        self.group = integer(self.method, "group", group)
        self.window = integer(self.method, "window", window)

    def rules(self, i: Tensor, j: Tensor) -> list[Pass]:
        far = i[..., :, None] - j[..., None, :] >= self.window
        grouped = i // self.group + self.window - self.window // self.group
        return [(i, j, None), (grouped, j // self.group, far)]

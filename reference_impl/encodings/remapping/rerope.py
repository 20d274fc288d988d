r"""ReRoPE: rotary positions whose distance grows up to a window w and then stays w.

Equation (Su 2023, the fourth and the seventh displayed equation; query i, key j <= i)

    relative position    i - j   where i - j < w
                         w       else
    logit                (R_i q)^T (R_j k)   where i - j < w
                         (R_w q)^T k         else

The seventh equation prints q^T R^w k in the second line; (R_w q)^T k is q^T R^(-w) k, as the post's last
equation has it and as one needs for a distance that grows with i - j.

Shapes          features as in rope; distances: [..., nq] and [..., nk] -> [..., nq, nk].
Units           window in tokens, whole, from 0; positions as in rope. The window is no limit: all are seen.
Later keys      Keep their offset, which is negative. The post draws earlier keys alone.
Dtype           positions, angles and distances in float64; the rest as in rope. Nothing stored.
Errors          ValueError: a window below 0 or not whole, and those of rope.
Source          "Transformer Upgrade Road: 12, ReRoPE with unlimited extrapolation?" (kexue.fm 9708).
In code         The author's rerope_patch.py tests |i - j| < w, so that a later key beyond w gets +w, and also
                multiplies queries by max(1, log_L(i + 1)), which is another method. It leaves far keys
                unrotated; here they turn by 0, which is the same.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, as_positions, integer
from ..rotary.rope import Rope

Pass = tuple[Tensor, Tensor, Tensor | None]


class Mapped:
    """What rotary methods share that turn queries and keys to other positions than their own."""

    method: str

    def rules(self, i: Tensor, j: Tensor) -> list[Pass]:
        """The passes for query positions i [..., nq] and key positions j [..., nk], both float64."""
        raise NotImplementedError

    def passes(self, ctx: Any) -> list[Pass]:
        """The passes of `rules`, for the positions of a context."""
        return self.rules(self._wide(ctx.q_positions), self._wide(ctx.k_positions))

    def distances(self, q_positions: Any, k_positions: Any) -> Tensor:
        """The relative position at which RoPE meets each pair, in tokens: [..., nq, nk]."""
        met: Any = None
        for i, j, where in self.rules(self._wide(q_positions), self._wide(k_positions)):
            here = i[..., :, None] - j[..., None, :]
            met = here if where is None else here.where(where, met)
        return met

    def _beyond(self, i: Tensor, j: Tensor, window: int) -> Tensor:
        """Where i - j is above the window: bool [..., nq, nk]."""
        offsets = i[..., :, None] - j[..., None, :]
        return offsets.gt(window)

    def _wide(self, positions: Any) -> Tensor:
        p = as_positions(self.method, positions)
        return p.to(angle_dtype(p.device))


class Rerope(Mapped, Rope):
    """RoPE with the distance cut off at `window`."""

    method = "rerope"

    def __init__(self, head_dim: int, window: int, base: float = 10000.0, pairing: str = "interleaved"):
        super().__init__(head_dim, base, pairing)
        self.window = integer(self.method, "window", window, 0)

    def rules(self, i: Tensor, j: Tensor) -> list[Pass]:
        far = self._beyond(i, j, self.window)  # at the window itself both rules give w
        return [(i, j, None), (torch.full_like(i, self.window), torch.zeros_like(j), far)]

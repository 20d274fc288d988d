"""Rotation at the speed of a copy: angles once for all layers, then one pass over queries and keys.

The slow twin is `Rope.rotate`. Pairs of neighbouring channels are complex numbers in memory already, so that rotation
is one complex multiplication; halves are multiplied and added part by part, which only a compiler fuses into one pass.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from posatlas.reference_impl.encodings.base import as_positions
from posatlas.reference_impl.encodings.rotary.rope import Rope

__all__ = ["Rotations", "turn_halves"]

ROWS = 1024  # of the table at a time, for all heads: what is in the cache then is read again from there


class Rotations:
    """cos and sin of m theta_i for fixed positions, made in float64 and kept in float32.

    positions [n]; x [..., heads, n, head_dim] float32. `compiled` concerns halves alone. Fixed positions are the
    point: build another for others. ValueError for another dtype, width or number of rows.
    """

    def __init__(
        self, rope: Rope, positions: Any, device: torch.device | str | None = None, compiled: bool = False
    ) -> None:
        if rope.position_axes:
            raise ValueError(f"{rope.method}: positions with axes have no fast form; use rotate()")
        angles = rope.angles(as_positions(rope.method, positions, torch.device(device) if device else None))
        self.head_dim, self.pairing = rope.head_dim, rope.pairing
        self.cos, self.sin = angles.cos().float(), angles.sin().float()  # [..., n, head_dim / 2]
        self.complex = torch.complex(self.cos, self.sin)
        self.sign = torch.tensor([[-1.0], [1.0]], device=angles.device)
        self.turn = torch.compile(turn_halves, dynamic=False) if compiled else turn_halves

    def _check(self, x: Tensor) -> None:
        if x.dtype != torch.float32 or x.shape[-1] != self.head_dim or x.shape[-2] != self.cos.shape[-2]:
            raise ValueError(
                f"x is {x.dtype} {list(x.shape)}, but needs float32 [..., heads, {self.cos.shape[-2]}, "
                f"{self.head_dim}]; convert it, or build Rotations for its positions"
            )

    def rotate(self, x: Tensor, out: Tensor | None = None) -> Tensor:
        """R_m x for each row, written to `out` where it is given (not x itself)."""
        self._check(x)
        out = torch.empty_like(x) if out is None else out
        if self.pairing == "interleaved":
            pairs, turned = (torch.view_as_complex(t.unflatten(-1, (-1, 2))) for t in (x, out))
            for first in range(0, x.shape[-2], ROWS):
                rows = slice(first, first + ROWS)
                torch.mul(pairs[..., rows, :], self.complex[..., rows, :], out=turned[..., rows, :])
        else:
            halves, turned = (t.unflatten(-1, (2, -1)) for t in (x, out))
            self.turn(halves, self.cos, self.sin, self.sign, turned)
        return out


def turn_halves(x: Tensor, cos: Tensor, sin: Tensor, sign: Tensor, out: Tensor) -> Tensor:
    """Channels (i, i + d/2) turned, written to `out`. x, out [..., n, 2, d/2]; cos, sin [..., n, d/2]; sign (-1, 1).

    In this form a compiler makes one pass of it; eagerly it takes several.
    """
    return torch.add(x * cos.unsqueeze(-2), x.flip(-2) * (sin.unsqueeze(-2) * sign), out=out)

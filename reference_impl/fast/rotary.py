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
        cos, sin = angles.cos().float(), angles.sin().float()  # [..., n, head_dim / 2]
        self.complex = torch.complex(cos, sin)
        self.cos, self.sin = torch.cat((cos, cos), -1), torch.cat((-sin, sin), -1)  # [..., n, head_dim]
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
            torch.mul(
                torch.view_as_complex(x.unflatten(-1, (-1, 2))),
                self.complex,
                out=torch.view_as_complex(out.unflatten(-1, (-1, 2))),
            )
            return out
        return self.turn(x, self.cos, self.sin, out)


def turn_halves(x: Tensor, cos: Tensor, sin: Tensor, out: Tensor) -> Tensor:
    """Channels (i, i + d/2) turned, written to `out`. cos, sin [..., n, d], sin negative in its first half.

    In this form a compiler makes one pass of it; eagerly it takes three.
    """
    swapped = x.unflatten(-1, (2, -1)).flip(-2).flatten(-2)
    return torch.add(x * cos, swapped * sin, out=out)

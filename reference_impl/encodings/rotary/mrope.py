r"""M-RoPE: the pairs of a rotary head are dealt out to time, row and column.

Equation (Wang et al. 2024, section 2.1, in words; the sizes of the sections are those of the models' code)

    pair i turns by theta_i m,   theta_i = base^(-2i/d), i = 0 .. d/2 - 1
    m = t for the first s_t pairs, h for the next s_h, w for the last s_w;   s_t + s_h + s_w = d/2

A token of text has the same number on all three axes, so that text meets the RoPE of one dimension.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n, 3], (t, h, w), or [n] for text in
                `angles`, `rotate` and `rotation_matrix`. Values are left as they are.
Units           positions in tokens, frames, rows, columns (fractions and negative numbers are defined);
                inverse frequency in radians a step of its axis.
Dtype           angles, sine and cosine in float64 (float32 where the device has no float64), products in
                float32 or better, one rounding to the dtype of x. Nothing learned, nothing stored.
Errors          ValueError: odd head_dim, base <= 1, sections that are not three numbers or do not add up to
                head_dim / 2, unknown pairing or role, x of another width, positions without three axes.
Source          "Qwen2-VL: Enhancing Vision-Language Model's Perception of the World at Any Resolution".
In code         Qwen2-VL in transformers: sections 16, 24, 24 of 64 pairs, base 10^6, pairing "half" over the
                whole head. GLM-4.1V has 8, 12, 12, pairs (2i, 2i + 1) and rotates half of a head. Ernie 4.5
                VL deals h and w in turn to the first pairs and gives t the last. How positions are given to
                pictures and videos is the business of the caller.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from ..base import as_positions, axes_of, integer
from .rope import Rope


class Mrope(Rope):
    """Rotary embedding of three axes, `sections` pairs each."""

    method = "mrope"
    position_axes = 3

    def __init__(self, head_dim: int = 128, sections: Sequence[int] = (16, 24, 24), base: float = 1000000.0,
                 pairing: str = "half"):
        super().__init__(head_dim, base, pairing)
        if isinstance(sections, str) or not isinstance(sections, Sequence) or len(sections) != 3:
            raise ValueError(f"{self.method}: sections must be three numbers of pairs, for time, height and "
                             f"width; got {sections!r}; pass a list of three")
        self.sections = tuple(
            integer(self.method, f"sections[{axis}]", size, 0) for axis, size in enumerate(sections))
        if sum(self.sections) != head_dim // 2:
            raise ValueError(f"{self.method}: sections {list(sections)} deal out {sum(self.sections)} pairs, "
                             f"but a head of {head_dim} has {head_dim // 2}; make them add up to that")

    def pair_axes(self, device: torch.device | str | None = None) -> Tensor:
        """What each pair turns by, int64: 0 time, 1 height, 2 width; [head_dim / 2]."""
        axes = torch.arange(3, device=device)
        return axes.repeat_interleave(torch.tensor(self.sections, device=axes.device),
                                      output_size=self.head_dim // 2)

    def angles(self, positions: Any) -> Tensor:
        """m theta_i, m on the axis of the pair: [..., 3], or [n] for text -> [..., head_dim / 2], radians."""
        positions = _three(as_positions(self.method, positions))
        axes_of(self.method, self.position_axes, positions)
        frequencies = self.inverse_frequencies(positions.device)
        by_pair = positions[..., self.pair_axes(positions.device)]
        return by_pair.to(frequencies.dtype) * frequencies

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        return super().rotate(x, _three(as_positions(self.method, positions, x.device)), role)


def _three(positions: Tensor) -> Tensor:
    """Positions of text [n] become [n, 3]; others stay."""
    return positions[:, None].expand(-1, 3) if positions.dim() == 1 else positions

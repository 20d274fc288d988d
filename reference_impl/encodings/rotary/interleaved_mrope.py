r"""Interleaved M-RoPE: time, row and column take turns over the pairs, so that each has fast and slow ones.

Equation (Huang et al. 2025 in words; the rule is that of the code of Qwen3-VL; pair i = 0 .. d/2 - 1)

    pair i turns by theta_i m,   theta_i = base^(-2i/d)
    m = h where i mod 3 = 1 and i < 3 s_h;  w where i mod 3 = 2 and i < 3 s_w;  else t

The frequencies are those of RoPE, and a token of text, with the same number on all three axes, meets the RoPE
of one dimension.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n, 3], (t, h, w), or [n] for text in
                `angles`, `rotate` and `rotation_matrix`. Values are left as they are.
Units           positions in tokens, frames, rows, columns (fractions and negative numbers are defined);
                inverse frequency in radians a step of its axis.
Dtype           angles, sine and cosine in float64 (float32 where the device has no float64), products in
                float32 or better, one rounding to the dtype of x. Nothing learned, nothing stored.
Errors          ValueError: as M-RoPE, and a section of height or width that reaches past the last pair.
Source          "Revisiting Multimodal Positional Encoding in Vision-Language Models".
In code         Qwen3-VL in transformers: sections 24, 20, 20 of 64 pairs, base 5 * 10^6; Qwen3.5: 11, 11, 10,
                base 10^7, on a quarter of a head of 256. That code never reads the first section (time takes
                what remains) and cuts one that does not fit without a word: 8, 12, 12 become 11, 11, 10. Here
                that is an error. The paper also counts h and w of each picture from 0; Qwen3-VL does not, and
                positions are the business of the caller.
"""
from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from .mrope import Mrope


class InterleavedMrope(Mrope):
    """Rotary embedding of three axes in turn, `sections` pairs each."""

    method = "interleaved-mrope"

    def __init__(self, head_dim: int = 128, sections: Sequence[int] = (24, 20, 20), base: float = 5000000.0,
                 pairing: str = "half"):
        super().__init__(head_dim, sections, base, pairing)
        given = torch.bincount(self.pair_axes("cpu"), minlength=3).tolist()
        if given != list(self.sections):
            raise ValueError(
                f"{self.method}: a head of {head_dim} has no room for sections {list(self.sections)} "
                f"in turn, only for {given}; give height and width fewer pairs and time more")

    def pair_axes(self, device: torch.device | str | None = None) -> Tensor:
        """What each pair turns by, int64: 0 time, 1 height, 2 width; [head_dim / 2]."""
        pair = torch.arange(self.head_dim // 2, device=device)
        turn, axis = pair // 3, pair % 3
        taken = (axis == 1) & (turn < self.sections[1]) | (axis == 2) & (turn < self.sections[2])
        return axis * taken

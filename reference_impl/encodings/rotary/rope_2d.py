r"""RoPE in two dimensions as in ChatGLM-6B: one half of a head turns by each of a token's two positions.

Equation (modeling_chatglm.py, SelfAttention.forward; p and t the two positions, R_m of width d/2 as in RoPE)

    f(x, p, t) = [R_p x_(0 .. d/2-1) ; R_t x_(d/2 .. d-1)]
    theta_i = base^(-2i / (d/2)), i = 0 .. d/4 - 1, the same for both

In a text of GLM, p is where a token belongs in the text and t its place inside the passage to be filled in.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n, 2]. Values are left as they are.
Units           positions in tokens (fractions and negative numbers are defined); inverse frequency in radians
                a token.
Dtype           angles, sine and cosine in float64 (float32 where the device has no float64), products in
                float32 or better, one rounding to the dtype of x. Nothing learned, nothing stored.
Errors          ValueError: head_dim no multiple of 4, base <= 1, unknown pairing or role, x of another width,
                positions without two axes.
Source          "ChatGLM: A Family of Large Language Models from GLM-130B to GLM-4 All Tools", section 2, and
                the code of ChatGLM-6B.
In code         pairing "half" is ChatGLM's and pairs inside a half: channel i with i + d/4. Qwen2-VL's vision
                tower pairs over the whole head, i with i + d/2; that is rope-axial-2d. ChatGLM divides q by
                layer + 1 and multiplies logits by it again before the softmax, against overflow in float16.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, as_positions, axes_of, choice, integer, positions_for, width_of
from .rope import Rope, turned


class Rope2d(Rope):
    """Two rotary embeddings side by side in heads of `head_dim` channels."""

    method = "rope-2d"
    position_axes = 2

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "half"):
        super().__init__(head_dim, base, pairing)
        integer(self.method, "head_dim / 2", head_dim // 2, 2, even="each half of a head rotates in pairs")

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_i of either half, radians a token: [head_dim / 4]."""
        i = torch.arange(self.head_dim // 4, device=device)
        return self.base ** (-4 * i.to(angle_dtype(i.device)) / self.head_dim)

    def angles(self, positions: Any) -> Tensor:
        """p theta_i, then t theta_i: [..., 2] -> [..., head_dim / 2], radians."""
        positions = as_positions(self.method, positions)
        axes_of(self.method, self.position_axes, positions)
        frequencies = self.inverse_frequencies(positions.device)
        return (positions[..., None].to(frequencies.dtype) * frequencies).flatten(-2)

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        """Both halves turned, queries and keys alike."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "head_dim", self.head_dim, x)
        positions = positions_for(self.method, positions, x, heads=True, axes=self.position_axes)
        halves = zip(x.chunk(2, -1), self.angles(positions).chunk(2, -1), strict=True)
        return torch.cat([turned(half, angles, self.pairing) for half, angles in halves], -1)

r"""RoPE: rotate each pair of channels of queries and keys by an angle that grows with the position.

Equations (Su et al. 2021, section 3.2.2; i = 1 .. d/2)

    theta_i = 10000^(-2(i-1)/d)
    f(x_m, m) = R_m W x_m                                                                       (14)
    R_m: diagonal blocks [[cos m theta_i, -sin m theta_i], [sin m theta_i, cos m theta_i]]      (15)
    q_m^T k_n = (R_m W_q x_m)^T (R_n W_k x_n) = x_m^T W_q^T R_(n-m) W_k x_n                     (16)

so the logit depends on positions through their offset alone. Element by element it is equation (34).

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           position in tokens (fractions and negative numbers are defined); inverse frequency in
                radians a token.
Dtype           angles, sine and cosine in float64 (float32 where the device has no float64), products in
                float32 or better, one rounding to the dtype of x at the end. Nothing learned, nothing
                stored: a module moved to bfloat16, or made on `meta`, keeps its angles.
Errors          ValueError: odd head_dim, base <= 1, unknown pairing or role, x of another width.
Source          "RoFormer: Enhanced Transformer with Rotary Position Embedding".
In code         pairing "interleaved" is the paper's: channels (2i, 2i+1), counted from 0. GPT-J in
                transformers pairs so. pairing "half": channels (i, i + d/2); Llama in transformers
                (`rotate_half`) pairs so. With P = the even channels, then the odd, interleaved(x)[P] =
                half(x[P]) at every position: one method under a permutation of the outputs of W_q and W_k,
                and other numbers on the same weights.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import (
    PositionEncoding,
    angle_dtype,
    as_positions,
    at_least_float32,
    choice,
    integer,
    number_above,
    positions_for,
    width_of,
)


def turned(x: Tensor, angles: Tensor, pairing: str, amplitude: Tensor | float = 1.0) -> Tensor:
    """x [..., 2 k] with its k pairs of channels turned by angles [..., k], and stretched by the amplitude."""
    wide = at_least_float32(x)
    cos, sin = (amplitude * angles.cos()).to(wide), (amplitude * angles.sin()).to(wide)
    if pairing == "interleaved":
        a, b = x[..., 0::2].to(wide), x[..., 1::2].to(wide)
        return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2).to(x.dtype)
    a, b = x.to(wide).chunk(2, -1)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), -1).to(x.dtype)


class Rope(PositionEncoding):
    """Rotary position embedding of queries and keys, `head_dim` channels wide."""

    method = "rope"

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved"):
        super().__init__()
        self.head_dim = integer(self.method, "head_dim", head_dim, 2, even="channels rotate in pairs")
        self.base = number_above(
            self.method, "base", base, 1.0, "frequencies fall by its powers; the paper has 10000")
        self.pairing = choice(self.method, "pairing", pairing, ("interleaved", "half"))

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_i, radians a token: [head_dim / 2]."""
        i = torch.arange(self.head_dim // 2, device=device)
        return self.base ** (-2 * i.to(angle_dtype(i.device)) / self.head_dim)

    def wavelengths(self) -> Tensor:
        """Tokens a full turn, [head_dim / 2]."""
        return 2 * math.pi / self.inverse_frequencies()

    def angles(self, positions: Any) -> Tensor:
        """m theta_i for each position: [...] -> [..., head_dim / 2], radians."""
        positions = as_positions(self.method, positions)
        frequencies = self.inverse_frequencies(positions.device)
        return positions[..., None].to(frequencies.dtype) * frequencies

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        """R_m x for each row of x; queries and keys alike."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "head_dim", self.head_dim, x)
        positions = positions_for(self.method, positions, x, heads=True, axes=self.position_axes)
        return turned(x, self.angles(positions), self.pairing)  # angles [..., 1, n, head_dim / 2]

    def rotation_matrix(self, position: float) -> Tensor:
        """R_m, [head_dim, head_dim]: column c is what becomes of the unit vector c."""
        unit_vectors = torch.eye(self.head_dim, dtype=torch.float64)[:, None, :]  # each its own head, n = 1
        return self.rotate(unit_vectors, [position])[:, 0, :].T

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        return x if role == "value" else self.rotate(x, positions, role)

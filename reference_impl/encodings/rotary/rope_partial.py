r"""Partial rotary: rotate the first r channels of queries and keys and leave the others as they are.

Equations (GPT-J and GPT-NeoX-20B, Black et al. 2022, section 2.1, not numbered; i from 0)

    theta_i = b^(-2i/r),  i = 0 .. r/2 - 1          the exponent runs over r, not over the head width d
    f(x, m) = [R_m x_(0:r); x_(r:d)]                R_m: the rotation of RoPE, width r
    q_m^T k_n = q_(0:r)^T R_(n-m) k_(0:r) + q_(r:d)^T k_(r:d)

so a logit is a term that follows the offset and a term without position. r = d is RoPE, r = 0 no encoding.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token.
Dtype           as RoPE: angles in float64, one rounding at the end. The channels that rest keep every bit.
                Nothing learned, nothing stored.
Errors          ValueError: odd rotary_dim, rotary_dim above head_dim, and those of RoPE.
Source          "GPT-NeoX-20B: An Open-Source Autoregressive Language Model", section 2.1.
In code         GPT-J in transformers says `rotary_dim` (64 of 256) and pairs (2i, 2i+1); GPT-NeoX says
                `rotary_pct` (0.25) and pairs (i, i + r/2). transformers 5 has `partial_rotary_factor` for
                all. Its rope type "proportional" is another method: the exponent runs over d.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, choice, integer, positions_for, width_of
from .rope import Rope, turned


class RopePartial(Rope):
    """RoPE on the first `rotary_dim` channels of `head_dim`."""

    method = "rope-partial"

    def __init__(self, head_dim: int, rotary_dim: int, base: float = 10000.0, pairing: str = "interleaved"):
        super().__init__(head_dim, base, pairing)
        self.rotary_dim = integer(self.method, "rotary_dim", rotary_dim, 0, even="channels rotate in pairs")
        if self.rotary_dim > self.head_dim:
            raise ValueError(f"{self.method}: rotary_dim is {rotary_dim}, but a head has {head_dim} "
                             "channels; choose at most as many")

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_i, radians a token: [rotary_dim / 2]."""
        i = torch.arange(self.rotary_dim // 2, device=device)
        return self.base ** (-2 * i.to(angle_dtype(i.device)) / self.rotary_dim)

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        """Each row of x with its first channels turned; queries and keys alike."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "head_dim", self.head_dim, x)
        positions = positions_for(self.method, positions, x, heads=True)
        moving, resting = x[..., : self.rotary_dim], x[..., self.rotary_dim :]
        return torch.cat((turned(moving, self.angles(positions), self.pairing), resting), -1)

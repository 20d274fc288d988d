r"""xPos: RoPE whose pairs also shrink with distance, because queries and keys are scaled in opposite ways.

Equations (Sun et al. 2022; i = 0 .. d/2 - 1; B = scale_base)

    zeta_i = (2i/d + gamma) / (1 + gamma)                                                        (9)
    query at m: zeta_i^(m/B) R_m q,   key at n: zeta_i^(-n/B) R_n k                    algorithm 1, (10)
    logit of pair i, without 1/sqrt(d): zeta_i^((m-n)/B) Re[q_i conj(k_i) e^(j (m-n) theta_i)]

The factor is below 1 for earlier keys and above 1 for later ones: the method is meant for causal attention.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]; zeta [d/2]; factors [..., d/2].
                Values are left as they are.
Units           position in tokens; inverse frequency in radians a token; scale_base in tokens; zeta is a
                number between 0 and 1, the factor on pair i for scale_base tokens of distance.
Dtype           angles and powers in float64, products in float32 or better, one rounding at the end. Powers
                count from position 0, so a key at n needs zeta_0^(-n/B): with the defaults float32 ends
                near n = 36,260 and float64 near n = 290,085, though the product would be small.
                Nothing learned, nothing stored.
Errors          ValueError: gamma or scale_base not above 0, and those of RoPE. scale_base may be infinite:
                then it is RoPE.
Source          "A Length-Extrapolatable Transformer", sections 2.2 and 2.3, algorithm 1.
In code         torchscale has gamma 0.4 and scale_base 512; the paper prints neither the 512 nor a division
                of positions (scale_base 1 is its print). torchscale and code after it count the powers from
                the middle of the text: the same logits, and powers that stay near 1, but keys cached so
                cannot stay when the middle moves. The paper prints -i theta n in (6) and a minus in the
                second row of f_k in (10): misprints, with them the logits are not relative.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..base import angle_dtype, as_positions, choice, number_above, positions_for, width_of
from .rope import Rope, turned


class Xpos(Rope):
    """RoPE with a decay for each pair."""

    method = "xpos"

    def __init__(
        self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", gamma: float = 0.4,
        scale_base: float = 512.0
    ):
        super().__init__(head_dim, base, pairing)
        self.gamma = number_above(
            self.method, "gamma", gamma, 0.0, "the first pair has zeta gamma / (1 + gamma)")
        self.scale_base = math.inf if scale_base == math.inf else number_above(
            self.method, "scale_base", scale_base, 0.0, "positions are divided by it; infinity is RoPE")

    def zeta(self, device: torch.device | str | None = None) -> Tensor:
        """zeta_i, without unit: [head_dim / 2]."""
        i = torch.arange(self.head_dim // 2, device=device)
        return (2 * i.to(angle_dtype(i.device)) / self.head_dim + self.gamma) / (1 + self.gamma)

    def factors(self, positions: Any) -> Tensor:
        """zeta_i^(m/B), what a query at m is multiplied by: [...] -> [..., head_dim / 2], without unit."""
        positions = as_positions(self.method, positions)
        zeta = self.zeta(positions.device)
        return zeta ** (positions[..., None].to(zeta.dtype) / self.scale_base)

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        """Each row of x turned, a query multiplied by zeta^(m/B), a key by zeta^(-n/B)."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "head_dim", self.head_dim, x)
        positions = positions_for(self.method, positions, x, heads=True)
        powers = self.factors(positions if role == "query" else -positions)
        return turned(x, self.angles(positions), self.pairing, powers)

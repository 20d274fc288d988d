r"""YaRN: the frequencies of NTK-by-parts, and a factor on the logits that depends on the extension alone.

Equations (Peng et al. 2023, section 3.4, Definition 3; s = factor)

    theta'_i = (1 - gamma_i) theta_i / s + gamma_i theta_i      as NTK-by-parts           (17) to (20)
    softmax(q_m . k_n / (t sqrt(d)))                                                      (21)
    mscale = sqrt(1/t) = 0.1 ln s + 1                                                     (22)

mscale_at "features" multiplies cosines and sines by mscale, so that queries and keys get it once each and
logits its square; "scale" multiplies 1/sqrt(d) by the square. The logits are the same.

Ramp            gamma as in ntk_by_parts.py, with the ramp "dimension" of the authors' code by default; the
                paper's is "rotations".
Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           mscale: a ratio; cut_offs: number of a pair; inverse frequency in radians a token.
Dtype           angles, and cosines and sines times mscale, in float64 (float32 where the device has no
                float64), one rounding to the dtype of x at the end. Nothing learned, nothing stored.
Errors          ValueError: attention_factor <= 0, unknown mscale_at, and what NTK-by-parts refuses.
Source          "YaRN: Efficient Context Window Extension of Large Language Models"; jquesnelle/yarn,
                scaled_rope/LlamaYaRNScaledRotaryEmbedding.py, which pairs (i, i + d/2).
In code         transformers: attention_factor replaces mscale, as here; the authors' attn_factor multiplies
                it. gpt-oss does not round the limits of the ramp (truncate=False). The preprint's first
                version writes sqrt(t) for sqrt(1/t): the number on the right, and so the factor, is the same.
                A model that multiplies in both places has the fourth power on its logits.
"""
from __future__ import annotations

import math
from typing import Any

from torch import Tensor

from ..base import choice, number_above, positions_for, width_of
from ..rotary.rope import turned
from .ntk_by_parts import NtkByParts


class Yarn(NtkByParts):
    """NTK-by-parts with a temperature."""

    method = "yarn"

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", *, factor: float,
                 original_length: int, beta_slow: float = 1.0, beta_fast: float = 32.0,
                 ramp: str = "dimension", truncate: bool = True, attention_factor: float | None = None,
                 mscale_at: str = "features"):
        super().__init__(head_dim, base, pairing, factor=factor, original_length=original_length,
                         beta_slow=beta_slow, beta_fast=beta_fast, ramp=ramp, truncate=truncate)
        self.attention_factor = None if attention_factor is None else number_above(
            self.method, "attention_factor", attention_factor, 0.0, "it takes the place of 0.1 ln s + 1")
        self.mscale_at = choice(self.method, "mscale_at", mscale_at, ("features", "scale"))
        formula = 0.1 * math.log(self.factor) + 1
        self.mscale = formula if self.attention_factor is None else self.attention_factor
        self.amplitude = self.mscale if mscale_at == "features" else 1.0  # on cosines and sines

    def rotate(self, x: Tensor, positions: Any, role: str = "query") -> Tensor:
        """R_m x times the amplitude for each row of x; queries and keys alike."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "head_dim", self.head_dim, x)
        positions = positions_for(self.method, positions, x, heads=True)
        return turned(x, self.angles(positions), self.pairing, self.amplitude)

    def scale(self, q: Tensor, ctx: Any) -> float:
        plain = super().scale(q, ctx)
        return plain * self.mscale**2 if self.mscale_at == "scale" else plain

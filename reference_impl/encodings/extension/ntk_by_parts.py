r"""NTK-by-parts: pairs that turn often within the training length stay, slow ones are divided by a factor.

Equations (Peng et al. 2023, section 3.2, Definition 2; pair i = 0 .. d/2 - 1)

    r_i = L / lambda_i = L theta_i / (2 pi)                              (17, with b for the printed b')
    gamma(r) = 0 for r < alpha; 1 for r > beta; (r - alpha) / (beta - alpha) between            (18)
    theta'_i = (1 - gamma(r_i)) theta_i / s + gamma(r_i) theta_i                                (20)

alpha is `beta_slow`, beta is `beta_fast`: the names that code has for them. The base stays.

Ramp            "rotations" is the paper's. "dimension" is that of the YaRN repository and of transformers,
                linear in the number of the pair: gamma_i = 1 - (i - low) / (high - low), held to 0 .. 1.
                low and high are the numbers, not whole ones, of the pairs that make beta_fast and beta_slow
                turns; with `truncate` rounded down and up; low at least 0 and high at most d - 1; high 0.001
                more where they are equal.
Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           turns: whole turns within original_length; beta_slow, beta_fast: turns; kept: gamma, a ratio;
                cut_offs: number of a pair; inverse frequency in radians a token.
Dtype           angles in float64 (float32 where the device has no float64), one rounding to the dtype of x at
                the end. Nothing learned, nothing stored.
Errors          ValueError: factor < 1, beta_slow <= 0, beta_fast <= beta_slow, a dimension ramp whose low
                lies above high (the code's ramp runs backwards there), and what RoPE refuses.
Source          "YaRN: Efficient Context Window Extension of Large Language Models".
In code         YaRN's own class has the dimension ramp, and a temperature beside it; the limits are clamped
                at d - 1 although pairs end at d/2 - 1. LlamaPartNTKScaledRotaryEmbedding in that repository
                is an earlier function, which blends in NTK-aware frequencies.
"""
from __future__ import annotations

import math

import torch
from torch import Tensor

from ..base import at_least, choice, integer, number_above, truth
from ..rotary.rope import Rope


class NtkByParts(Rope):
    """RoPE with slow pairs divided by `factor`, fast pairs as they were, and a ramp between."""

    method = "ntk-by-parts"

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", *, factor: float,
                 original_length: int, beta_slow: float = 1.0, beta_fast: float = 32.0,
                 ramp: str = "rotations", truncate: bool = True):
        super().__init__(head_dim, base, pairing)
        self.factor = at_least(
            self.method, "factor", factor, 1.0, "it is the length wanted over the training length")
        self.original_length = integer(self.method, "original_length", original_length)
        self.beta_slow = number_above(
            self.method, "beta_slow", beta_slow, 0.0, "pairs with fewer turns are divided; the paper has 1")
        self.beta_fast = number_above(
            self.method, "beta_fast", beta_fast, self.beta_slow, "it lies above beta_slow; the paper has 32")
        self.ramp = choice(self.method, "ramp", ramp, ("rotations", "dimension"))
        self.truncate = truth(self.method, "truncate", truncate)
        low, high = self.cut_offs()
        if ramp == "dimension" and low > high:
            raise ValueError(
                f"{self.method}: the ramp would run backwards, from pair {low:g} to pair {high:g}; "
                'original_length does not suit base; change either, or use ramp="rotations" in ntk-by-parts or yarn')

    def turns(self, device: torch.device | str | None = None) -> Tensor:
        """r_i, turns within the training length: [head_dim / 2]."""
        return self.original_length * super().inverse_frequencies(device) / (2 * math.pi)

    def cut_offs(self) -> tuple[float, float]:
        """(low, high) of the dimension ramp: pairs below low stay, those above high are divided."""
        def pair(turns: float) -> float:
            span = math.log(self.original_length / (2 * math.pi * turns))
            return self.head_dim * span / (2 * math.log(self.base))

        low, high = pair(self.beta_fast), pair(self.beta_slow)
        if self.truncate:
            low, high = float(math.floor(low)), float(math.ceil(high))
        return max(low, 0.0), min(high, self.head_dim - 1.0)

    def kept(self, device: torch.device | str | None = None) -> Tensor:
        """gamma_i, 1 where the pair stays and 0 where it is divided: [head_dim / 2]."""
        r = self.turns(device)
        if self.ramp == "rotations":
            return ((r - self.beta_slow) / (self.beta_fast - self.beta_slow)).clamp(0, 1)
        low, high = self.cut_offs()
        high += 0.001 if low == high else 0.0
        i = torch.arange(self.head_dim // 2, device=r.device).to(r.dtype)
        return 1 - ((i - low) / (high - low)).clamp(0, 1)

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta'_i, radians a token: [head_dim / 2]."""
        theta, kept = super().inverse_frequencies(device), self.kept(device)
        return (1 - kept) * theta / self.factor + kept * theta

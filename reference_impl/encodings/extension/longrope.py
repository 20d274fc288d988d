r"""LongRoPE: RoPE with each pair slowed by its own factor; short and long contexts have sets of their own.

Equation (Ding et al. 2024, section 3.1, equation (3); i = 0 .. d/2 - 1, theta_i = base^(-2i/d))

    angle of pair i at position n = n theta_i                  0 <= n < n_hat = keep_first
                                  = n theta_i / lambda_i       elsewhere

lambda is long_factors where the context in force is longer than original_length, else short_factors (the
second set of section 3.3). The authors' code also multiplies cosines and sines by

    mscale = sqrt(1 + ln s / ln L)      L = original_length, s = extended_length / L; 1 for s <= 1

with either set, wherever an angle is divided; the sections above do not have this factor.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]; ctx.length: tokens, one number.
Units           position in tokens (fractions are defined; negative numbers are slowed); factors and mscale
                are ratios; inverse frequency in radians a token.
Dtype           as RoPE: float64 angles, one rounding at the end; nothing learned, nothing stored.
Errors          ValueError: lists of another length than head_dim / 2, a factor <= 0, original_length < 2,
                no length, or one that is no whole number from 0, and those of RoPE.
Source          "LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens"; microsoft/LongRoPE,
                rope/longrope.py.
In code         transformers (Phi-3) has no keep_first, chooses the set by the length of the batch, and keeps
                mscale with both sets; at exactly original_length the short set holds. vLLM chooses once, by
                the longest length that it is configured for. The keys of a sequence that grows past
                original_length have to be rotated anew.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from ..base import as_positions, choice, integer, number_above, positions_for, width_of
from ..rotary.rope import Rope, turned


class Longrope(Rope):
    """RoPE with a searched factor for each pair and two sets of them."""

    method = "longrope"
    needs = ("length",)

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", *,
                 short_factors: Sequence[float], long_factors: Sequence[float], original_length: int,
                 extended_length: int, keep_first: int = 0):
        super().__init__(head_dim, base, pairing)
        self.short_factors = self._factors("short_factors", short_factors)
        self.long_factors = self._factors("long_factors", long_factors)
        self.original_length = integer(self.method, "original_length", original_length, 2)
        self.extended_length = integer(self.method, "extended_length", extended_length)
        self.keep_first = integer(self.method, "keep_first", keep_first, 0)
        longer = math.log(max(1.0, self.extended_length / self.original_length))
        self.mscale = math.sqrt(1 + longer / math.log(self.original_length))

    def _factors(self, name: str, values: Sequence[float]) -> tuple[float, ...]:
        if not isinstance(values, (list, tuple)) or len(values) != self.head_dim // 2:
            raise ValueError(f"{self.method}: {name} must be a list of head_dim / 2 = {self.head_dim // 2} "
                             f"numbers, one a pair, got {values!r}")
        return tuple(
            number_above(self.method, name, value, 0.0, "frequencies are divided by it") for value in values)

    def inverse_frequencies(
        self, length: int | None = None, device: torch.device | str | None = None
    ) -> Tensor:
        """theta_i / lambda_i for a context of this many tokens, radians a token: [head_dim / 2]."""
        if length is None:
            raise ValueError(
                f"{self.method} needs length, which was not given; pass the number of tokens in the context")
        theta = super().inverse_frequencies(device)
        length = integer(self.method, "length", length, 0)
        factors = self.long_factors if length > self.original_length else self.short_factors
        return theta / torch.tensor(factors, dtype=theta.dtype, device=theta.device)

    def wavelengths(self, length: int | None = None) -> Tensor:
        """Tokens a full turn for a context of this many tokens, [head_dim / 2]."""
        return 2 * math.pi / self.inverse_frequencies(length)

    def angles(self, positions: Any, length: int | None = None) -> Tensor:
        """Angle of each pair at each position: [...] -> [..., head_dim / 2], radians."""
        positions = as_positions(self.method, positions)
        plain = super().inverse_frequencies(positions.device)
        slowed = self.inverse_frequencies(length, positions.device)
        frequencies = torch.where(self._kept(positions), plain, slowed)
        return positions[..., None].to(frequencies.dtype) * frequencies

    def _kept(self, positions: Tensor) -> Tensor:
        """Whether a position is among the first keep_first: [...] -> [..., 1]."""
        return ((positions >= 0) & (positions < self.keep_first))[..., None]

    def rotate(self, x: Tensor, positions: Any, role: str = "query", length: int | None = None) -> Tensor:
        """Each row of x, turned and stretched as in a context of `length` tokens; queries and keys alike."""
        choice(self.method, "role", role, ("query", "key"))
        width_of(self.method, "head_dim", self.head_dim, x)
        positions = positions_for(self.method, positions, x, heads=True)
        angles = self.angles(positions, length)  # [..., 1, n, head_dim / 2]
        amplitude = torch.full_like(angles, self.mscale).masked_fill(self._kept(positions), 1.0)
        return turned(x, angles, self.pairing, amplitude)

    def rotation_matrix(self, position: float, length: int | None = None) -> Tensor:
        """What `rotate` does in a context of `length` tokens, as a matrix: [head_dim, head_dim]."""
        unit_vectors = torch.eye(self.head_dim, dtype=torch.float64)[:, None, :]  # each its own head, n = 1
        return self.rotate(unit_vectors, [position], length=length)[:, 0, :].T

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        return x if role == "value" else self.rotate(x, positions, role, None if ctx is None else ctx.length)

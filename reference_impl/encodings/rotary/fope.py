r"""FoPE: each pair of RoPE turns by a sum of waves, and waves too slow for the training length are dropped.

Equations (Hua et al. 2024, (11) to (13); w runs over the kept frequencies, m over the pairs that turn)

    kept: w = base^(-2i/d) with w >= 2 pi / length; the other frequencies are set to zero
    C_m(n) = sum_w cosine[w, m] cos(w n),   S_m(n) = sum_w sine[w, m] sin(w n)
    pair m at position n: (a, b) -> (a C_m - b S_m, b C_m + a S_m)      pairs of zero frequency: untouched

variant "paper" is this. variant "code" is the listing of appendix B: each column of both matrices is divided
by its sum, at most d/4 pairs turn, S has the other sign, and the other pairs become (a + b, b - a).

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]; cosine and sine [heads, kept,
                turning]. Values are left as they are.
Units           position and length in tokens; inverse frequency in radians a token.
Dtype           angles, series and coefficients in float64, products in float32 or better, one rounding.
Stored          cosine and sine, fixed: the identity plus N(0, sigma^2). Where fewer pairs turn than waves
                are kept, column i has its 1 in row i * ceil(kept / turning), if there is such a row.
                A module moved to bfloat16 rounds them. A module made on `meta` has no values: after
                `to_empty` call `reset_parameters` or load them.
Errors          ValueError: odd head_dim, heads or length < 1, base <= 1, sigma < 0, unknown pairing or
                variant, x of another width or number of heads.
Source          "Fourier Position Embedding: Enhancing Attention's Periodic Extension for Length
                Generalization".
In code         The paper has D frequencies, more than RoPE's if D is large; the listing has RoPE's kept ones,
                as here. Its matrices start from Xavier's rule with gain sigma. Copies of the listing inherit
                (a + b, b - a), a turn by -45 degrees and a stretch by sqrt(2) where nothing should happen.
"""
from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from ..base import (
    PositionEncoding,
    angle_dtype,
    at_least,
    at_least_float32,
    choice,
    heads_of,
    integer,
    number_above,
    positions_for,
    width_of,
)


class Fope(PositionEncoding):
    """Fourier series for each pair and head; `kept` frequencies are not zero, `turning` pairs have a series."""

    method = "fope"

    def __init__(
        self, heads: int, head_dim: int, length: int, base: float = 10000.0, pairing: str = "half",
        sigma: float = 0.3, variant: str = "paper"
    ):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.head_dim = integer(self.method, "head_dim", head_dim, 2, even="channels turn in pairs")
        self.length = integer(self.method, "length", length)
        self.base = number_above(
            self.method, "base", base, 1.0, "frequencies fall by its powers; the paper has 10000")
        self.pairing = choice(self.method, "pairing", pairing, ("interleaved", "half"))
        self.sigma = at_least(self.method, "sigma", sigma, 0.0, "it is the spread of the coefficients")
        self.variant = choice(self.method, "variant", variant, ("paper", "code"))
        floor = 2 * math.pi / self.length
        self.kept = sum(self.base ** (-2 * i / head_dim) >= floor for i in range(head_dim // 2))
        self.turning = min(self.kept, head_dim // 4) if variant == "code" else self.kept
        for name in ("cosine", "sine"):
            self.register_buffer(name, torch.empty(self.heads, self.kept, self.turning))
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Draw both matrices anew."""
        for matrix in (self.cosine, self.sine):
            nn.init.normal_(matrix, std=self.sigma, generator=generator)
            for i in range(self.turning):
                row = i * math.ceil(self.kept / self.turning)
                matrix[:, row : row + 1, i] += 1  # an empty slice past the last row

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """Radians a token, zero from `kept` on: [head_dim / 2]."""
        i = torch.arange(self.head_dim // 2, device=device)
        of_rope = self.base ** (-2 * i.to(angle_dtype(i.device)) / self.head_dim)
        return of_rope.where(i < self.kept, 0.0)

    def series(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        """C and S, without unit: [..., 1, n] -> two of [..., heads, n, head_dim / 2]."""
        frequencies = self.inverse_frequencies(positions.device)
        angles = positions[..., None].to(frequencies.dtype) * frequencies[: self.kept]
        cosine, sine = self.cosine.to(frequencies.dtype), self.sine.to(frequencies.dtype)
        cos, sin = angles.cos(), angles.sin()
        if self.variant == "code":
            cosine, sine = (matrix / matrix.sum(-2, keepdim=True) for matrix in (cosine, sine))
            return self._filled(cos @ cosine, 1.0), -self._filled(sin @ sine, 1.0)
        return self._filled(cos @ cosine, 1.0), self._filled(sin @ sine, 0.0)

    def _filled(self, series: Tensor, other: float) -> Tensor:
        """[..., turning] -> [..., head_dim / 2], with `other` for the pairs that do not turn."""
        return nn.functional.pad(series, (0, self.head_dim // 2 - self.turning), value=other)

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        if role == "value":
            return x
        heads_of(self.method, self.heads, x)
        width_of(self.method, "head_dim", self.head_dim, x)
        wide = at_least_float32(x)
        c, s = (t.to(wide) for t in self.series(positions_for(self.method, positions, x, heads=True)))
        if self.pairing == "interleaved":
            a, b = x[..., 0::2].to(wide), x[..., 1::2].to(wide)
            return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2).to(x.dtype)
        a, b = x.to(wide).chunk(2, -1)
        return torch.cat((a * c - b * s, b * c + a * s), -1).to(x.dtype)

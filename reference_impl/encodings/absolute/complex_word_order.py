r"""Complex word order: each word is a wave, whose frequency it learns and whose phase is the position.

Equation (Wang et al. 2020, section 2.3, equations (5) and (6))

    f(j, pos) = [r_(j,1) e^(i (w_(j,1) pos + theta_(j,1))), ..., r_(j,D) e^(i (w_(j,D) pos + theta_(j,D)))]

j is the word, pos its place. Channels (2c, 2c + 1) of x are the real and imaginary part of r e^(i theta),
which the embedding of the word holds; here they are multiplied by e^(i w pos).

Shapes          x [..., n, width] -> the same, width = 2 D; positions [..., n]; ctx.token_ids [..., at least
                n], of which the last n belong to the rows of x. frequency [vocabulary, width / 2].
Units           position in tokens (fractions and negative numbers are defined); frequency in radians a token.
Dtype           angles, sine and cosine in float64 (float32 where the device has no float64), products in
                float32 or better, one rounding to the dtype of x.
Learned         vocabulary * width / 2 frequencies. They start at base^(-2 floor(c / 2) / (width / 2)),
                c = 0 .. width/2 - 1, alike for all words, as in the authors' code.
Errors          ValueError: odd width, vocabulary < 1, base <= 1, no token_ids or too few, an id outside the
                vocabulary or not whole, x of another width.
Source          "Encoding word order in complex embeddings".
In code         The authors' Transformer keeps real and imaginary parts in two streams of D channels and
                carries both on; theta is 0. Their text classifier counts positions backwards.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, angle_dtype, integer, needed, number_above, positions_for, width_of
from ..rotary.rope import turned


class ComplexWordOrder(PositionEncoding):
    """A frequency for each of `vocabulary` words and each pair of the `width` channels."""

    method = "complex-word-order"
    needs = ("token_ids",)

    def __init__(self, width: int, vocabulary: int, base: float = 10000.0):
        super().__init__()
        self.width = integer(self.method, "width", width, 2, even="a complex number takes two channels")
        self.vocabulary = integer(self.method, "vocabulary", vocabulary)
        self.base = number_above(self.method, "base", base, 1.0, "the frequencies start at its powers")
        self.frequency = nn.Parameter(torch.empty(self.vocabulary, self.width // 2))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Every word at the same frequencies: 1, 1, base^(-2/D), base^(-2/D), ..., with D = width / 2."""
        c = torch.arange(self.width // 2, device=self.frequency.device)
        exponent = -2 * (c // 2).to(angle_dtype(c.device)) / (self.width // 2)
        with torch.no_grad():
            self.frequency.copy_((self.base ** exponent).expand_as(self.frequency))

    def angles(self, token_ids: Tensor, positions: Tensor) -> Tensor:
        """w pos of each word at its place, radians: [..., n] and [..., n] -> [..., n, width / 2]."""
        if not token_ids.is_meta and bool(((token_ids < 0) | (token_ids >= self.vocabulary)).any()):
            raise ValueError(f"{self.method}: a token has no frequencies, ids run from 0 to "
                             f"{self.vocabulary - 1}; build it with a larger vocabulary")
        frequency = self.frequency[token_ids]
        dtype = angle_dtype(frequency.device)
        return positions[..., None].to(dtype) * frequency.to(dtype)

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        ids = needed(self.method, ctx, "token_ids")
        width_of(self.method, "width", self.width, x)
        positions = positions_for(self.method, positions, x)
        n = x.shape[-2]
        ids = torch.as_tensor(ids, device=self.frequency.device)
        if ids.is_floating_point() or ids.dtype == torch.bool:
            raise ValueError(f"{self.method}: token_ids are {ids.dtype}; pass whole numbers")
        ids = ids.long()  # uint8 would select as a mask does
        if ids.shape[-1] < n:
            raise ValueError(f"{self.method}: {ids.shape[-1]} token_ids for {n} rows; pass one a token")
        return turned(x, self.angles(ids[..., ids.shape[-1] - n:], positions), "interleaved")

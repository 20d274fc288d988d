"""Curves for plots: RoPE's score against distance, and what rounding to bfloat16 does to positions."""

from __future__ import annotations

import math
from typing import Any, Final

import torch
from torch import Tensor

from posatlas.reference_impl import build

HEAD_DIM, FURTHEST, DRAWS, SEED = 128, 4096, 512, 11
BASES: Final = (10_000, 500_000)
LENGTHS: Final = tuple(2**power for power in range(4, 18))


def _distances() -> list[int]:
    """0 to 64 one by one, then ever farther apart, to 4,096."""
    return sorted({*range(65), *(round(64 * 64 ** (step / 60)) for step in range(61))})


def _products(base: float, x: Tensor, y: Tensor, distances: list[int]) -> Tensor:
    """Products [draws, distances] of queries x at each distance with keys y at 0, both [draws, head_dim]."""
    encoding = build("rope", head_dim=HEAD_DIM, base=float(base))
    turned = encoding.rotate(x[:, None].expand(-1, len(distances), -1), torch.tensor(distances))
    still = encoding.rotate(y[:, None], torch.tensor([0]))
    return (turned * still).sum(-1)


def score_against_distance() -> dict[str, Any]:
    """RoPE with 128 channels, queries at distances 0 to 4,096 from keys.

    equal: query and key of ones, as a share of the score at distance 0, for two bases. bound: the mean of |S_j| over
    the pairs (RoFormer, section 3.4.3), as a share of its value at distance 0. drawn: for queries and keys drawn apart
    from N(0, 1), mean and root mean square of q.k / sqrt(d) over 512 draws.
    """
    distances = _distances()
    ones = torch.ones(1, HEAD_DIM, dtype=torch.float64)
    curves = {f"equal_{base}": (_products(base, ones, ones, distances)[0] / HEAD_DIM).tolist() for base in BASES}
    frequencies = build("rope", head_dim=HEAD_DIM).inverse_frequencies()
    turns = torch.tensor(distances, dtype=torch.float64)[:, None] * frequencies
    sums = torch.complex(turns.cos(), turns.sin()).cumsum(-1).abs().mean(-1)
    curves["bound"] = (sums / sums[0]).tolist()
    generator = torch.Generator().manual_seed(SEED)
    q, k = torch.randn(2, DRAWS, HEAD_DIM, dtype=torch.float64, generator=generator)
    drawn = _products(BASES[0], q, k, distances) / math.sqrt(HEAD_DIM)
    curves["drawn_mean"] = drawn.mean(0).tolist()
    curves["drawn_spread"] = drawn.square().mean(0).sqrt().tolist()
    return _recorded(distances, curves)


def positions_in_bfloat16() -> dict[str, Any]:
    """The first L positions as bfloat16 numbers, for L from 16 to 131,072.

    distinct: how many of them stay apart, as a share of L. position: the largest error of cos(m) where m was rounded
    before the angle of the fastest pair (1 radian a token) is taken. value: the largest error where the angle is exact
    and only the cosine is rounded.
    """
    curves: dict[str, list[float]] = {"distinct": [], "position": [], "value": []}
    for length in LENGTHS:
        places = torch.arange(length, dtype=torch.float64)
        rounded = places.to(torch.bfloat16)
        exact = places.cos()
        curves["distinct"].append(rounded.unique().numel() / length)
        curves["position"].append((rounded.double().cos() - exact).abs().max().item())
        curves["value"].append((exact.to(torch.bfloat16).double() - exact).abs().max().item())
    return _recorded(list(LENGTHS), curves)


def _recorded(at: list[int], curves: dict[str, list[float]]) -> dict[str, Any]:
    digits = {name: [float(f"{value:.5g}") + 0.0 for value in values] for name, values in curves.items()}
    return {"at": at, "curves": digits}

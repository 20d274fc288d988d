"""Curves for plots: RoPE's score against distance, and what rounding does to the angles of positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import torch
from torch import Tensor

from posatlas.curve_figures import CurveFigure, curve_key
from posatlas.reference_impl import build
from posatlas.reference_impl.encodings.base import PositionEncoding

HEAD_DIM, FURTHEST, DRAWS, SEED = 128, 4096, 512, 11
BASES: Final = (10_000, 500_000, 1_000_000)
LOW, HIGH = 0.05, 0.95  # between them lie nine of ten draws
AT_ONCE: Final = 25  # distances whose draws are held together
LENGTHS: Final = tuple(2**power for power in range(4, 18))


def _distances() -> list[int]:
    """0 to 64 one by one, then ever farther apart, to 4,096."""
    return sorted({*range(65), *(round(64 * 64 ** (step / 60)) for step in range(61))})


def _rope(base: float) -> PositionEncoding:
    return build("rope", head_dim=HEAD_DIM, base=float(base))


def _shares(base: float, q: Tensor, k: Tensor, distances: list[int]) -> Tensor:
    """q.k / d of queries at each distance with keys at 0, both [draws, head_dim]: [draws, distances]."""
    encoding = _rope(base)
    still = encoding.rotate(k[:, None], torch.tensor([0]))
    found = []
    for some in torch.tensor(distances).split(AT_ONCE):
        turned = encoding.rotate(q[:, None].expand(-1, len(some), -1), some)
        found.append((turned * still).sum(-1) / HEAD_DIM)
    return torch.cat(found, -1)


def _equal(base: float, distances: list[int]) -> Tensor:
    """q.k / d of a query and a key of ones: [distances]. It is 1 at distance 0."""
    encoding = _rope(base)
    ones = torch.ones(1, len(distances), HEAD_DIM, dtype=torch.float64)
    turned = encoding.rotate(ones, torch.tensor(distances))
    return (turned * encoding.rotate(ones, torch.zeros(len(distances), dtype=torch.long))).sum(-1)[0] / HEAD_DIM


def _bound(base: float, distances: list[int]) -> Tensor:
    """The bound on `_equal` (RoFormer, equation 37): [distances].

    Every pair of ones has h = 2, and 0 follows the last pair, so max |h_(i+1) - h_i| is 2; 2 sum |S_j| as a share of
    q.k = d is the mean of |S_j| over the d/2 pairs.
    """
    turns = torch.tensor(distances, dtype=torch.float64)[:, None] * _rope(base).inverse_frequencies()
    return torch.complex(turns.cos(), turns.sin()).cumsum(-1).abs().mean(-1)


def score_against_distance() -> CurveFigure:
    """RoPE with 128 channels, queries at distances 0 to 4,096 from keys; all scores are q.k / d.

    equal_B: query and key of ones, base B. bound_B: the bound that the paper proves, for these vectors. same and apart:
    mean, and the limits of the middle nine tenths, over 512 draws from N(0, 1): of a query that is its key, and of
    queries and keys drawn apart; base 10,000. facts: over every distance from 0 to 4,096, for each base in how many of
    the steps the score rises, where it is least and how much it is there, and the same of the bound.
    """
    distances = _distances()
    curves: dict[str, list[float]] = {}
    facts: dict[str, list[float]] = {"base": list(BASES)}
    every = list(range(FURTHEST + 1))
    for base in BASES:
        curves[f"equal_{base}"] = _equal(base, distances).tolist()
        score, bound = _equal(base, every), _bound(base, every)
        found = {
            "rises": int((score.diff() > 0).sum()),
            "least_at": int(score.argmin()),
            "least": float(score.min()),
            "bound_least_at": int(bound.argmin()),
            "bound_least": float(bound.min()),
        }
        for name, value in found.items():
            facts.setdefault(name, []).append(value)
    curves |= {f"bound_{base}": _bound(base, distances).tolist() for base in BASES}
    generator = torch.Generator().manual_seed(SEED)
    q, k = torch.randn(2, DRAWS, HEAD_DIM, dtype=torch.float64, generator=generator)
    for name, other in (("same", q), ("apart", k)):
        shares = _shares(BASES[0], q, other, distances)
        curves[f"{name}_mean"] = shares.mean(0).tolist()
        curves[f"{name}_low"] = shares.quantile(LOW, 0).tolist()
        curves[f"{name}_high"] = shares.quantile(HIGH, 0).tolist()
    return _recorded(distances, curves, facts)


def positions_in_bfloat16() -> CurveFigure:
    """The angles m theta_i of RoPE (128 channels, base 10,000) for the first L positions, L from 16 to 131,072.

    largest_X and mean_X: the largest and the mean error of cos(m theta_i) over these positions and all 64 pairs, where
    X alone is rounded to bfloat16: the position m, the frequency theta_i, the angle m theta_i, or the cosine itself.
    For float32, position, frequency, angle and cosine are float32. distinct_T: how many of the first L positions stay
    apart as numbers of dtype T, as a share of L.
    """
    exact = _rope(10_000).inverse_frequencies()
    at_once = 8192
    tallies: dict[str, list[tuple[float, float]]] = {}  # of each stretch of positions: largest and total error
    stretches = list(_stretches(at_once))
    for first, last in stretches:
        m = torch.arange(first, last, dtype=torch.float64)[:, None]
        cosines = (m * exact).cos()
        rounded = {
            "position": (_in(m, torch.bfloat16) * exact).cos(),
            "frequency": (m * _in(exact, torch.bfloat16)).cos(),
            "angle": _in(m * exact, torch.bfloat16).cos(),
            "cosine": _in(cosines, torch.bfloat16),
            "float32": (m.float() * exact.float()).cos().double(),
        }
        for name, found in rounded.items():
            errors = (found - cosines).abs()
            tallies.setdefault(name, []).append((float(errors.max()), float(errors.sum())))
    curves: dict[str, list[float]] = {}
    for length in LENGTHS:
        inside = [place for place, (_, last) in enumerate(stretches) if last <= length]
        for name, pairs in tallies.items():
            curves.setdefault(f"largest_{name}", []).append(max(pairs[place][0] for place in inside))
            total = sum(pairs[place][1] for place in inside)
            curves.setdefault(f"mean_{name}", []).append(total / length / len(exact))
        for dtype in (torch.bfloat16, torch.float16):
            apart = torch.arange(length, dtype=torch.float64).to(dtype).unique().numel() / length
            curves.setdefault(f"distinct_{str(dtype).removeprefix('torch.')}", []).append(apart)
    return _recorded(list(LENGTHS), curves, {})


def _stretches(at_once: int) -> Iterator[tuple[int, int]]:
    """The positions up to the largest length in stretches, none across one of the lengths."""
    for first, last in zip((0, *LENGTHS), LENGTHS, strict=False):
        for start in range(first, last, at_once):
            yield start, min(start + at_once, last)


def _in(x: Tensor, dtype: torch.dtype) -> Tensor:
    return x.to(dtype).double()


def _short(columns: dict[str, list[float]]) -> dict[str, tuple[float, ...]]:
    """The columns with five significant digits; whole numbers stay whole."""
    return {
        name: tuple(value if isinstance(value, int) else float(f"{value:.5g}") + 0.0 for value in values)
        for name, values in columns.items()
    }


def _recorded(at: list[int], curves: dict[str, list[float]], facts: dict[str, list[float]]) -> CurveFigure:
    return CurveFigure(curve_key(), tuple(at), _short(curves), _short(facts))

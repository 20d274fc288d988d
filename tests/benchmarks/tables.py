"""Tables for long contexts: time and growth with the length."""

from __future__ import annotations

import torch

from posatlas.reference_impl import build
from tests.benchmarks.timing import fastest

LENGTHS = (16_384, 131_072, 1_000_000)


def run() -> None:
    """Print times for each length, and their growth over that of the length."""
    torch.set_num_threads(1)
    rope, wave = build("rope", head_dim=128), build("sinusoidal", width=128)
    best = fastest({
        f"{name} {n}": (lambda n=n, make=make: make(torch.arange(n)))
        for n in LENGTHS
        for name, make in (("angles, cosine and sine of rope", _cos_sin(rope)), ("table of sinusoidal", wave.table))
    }, rounds=3)
    for name in ("angles, cosine and sine of rope", "table of sinusoidal"):
        times = [best[f"{name} {n}"] for n in LENGTHS]
        growth = times[2] / times[1] / (LENGTHS[2] / LENGTHS[1])
        shown = ", ".join(f"{n:,}: {t * 1000:.0f} ms" for n, t in zip(LENGTHS, times, strict=True))
        print(f"tables, width 128, float64, {name}: {shown}; time grows {growth:.2f} times as fast as the length")


def _cos_sin(rope: torch.nn.Module) -> object:
    def make(positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        angles = rope.angles(positions)
        return angles.cos(), angles.sin()

    return make

"""Timing of two or more things in turns, so that a slow moment strikes all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

__all__ = ["fastest"]


def fastest(things: Mapping[str, Callable[[], object]], rounds: int = 15) -> dict[str, float]:
    """Seconds of the fastest of `rounds` runs of each, taken in turns after two runs to warm up."""
    for run in things.values():
        run()
        run()
    best = dict.fromkeys(things, float("inf"))
    for _ in range(rounds):
        for name, run in things.items():
            started = time.perf_counter()
            run()
            best[name] = min(best[name], time.perf_counter() - started)
    return best

"""Timing of two or more things in turns, so that a slow moment strikes all of them; and of one, in CPU time."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping

__all__ = ["fastest", "least_cpu"]


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


def least_cpu(function: Callable[[], object], most: int = 5, enough: float = 2.0) -> float:
    """CPU seconds of the fastest run of a few: up to `most`, fewer where they take more than `enough` seconds.

    Garbage is collected before each run, so that none pays for what another left.
    """
    found: list[float] = []
    while len(found) < most and (not found or sum(found) + min(found) < enough):
        gc.collect()
        started = time.process_time()
        function()
        found.append(time.process_time() - started)
    return min(found)

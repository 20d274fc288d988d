"""Exports: CPU seconds of each format at four sizes of a synthetic knowledge base, and how they grow with the size.

In this process, the knowledge base loaded and the graph built beforehand, in the two written languages and in all;
best of two. Growth is the exponent of a power law through the largest two sizes: 1 is linear.
"""

from __future__ import annotations

import gc
import math
import tempfile
import time
from pathlib import Path

import posatlas
from posatlas.exporting import FORMATS, export
from posatlas.schema import LANGUAGES
from tests.benchmarks.synthetic import write_knowledge_base

SIZES = (300, 2_000, 20_000, 100_000)
WRITTEN = ("zh-Hant", "en")
LIMIT = 1.15  # of the exponent


def run() -> None:
    """Print a line for each format, and one for Simplified Chinese."""
    seconds: dict[str, list[float]] = {name: [] for name in (*FORMATS, _ALL)}
    sizes: dict[str, int] = {}
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            atlas = posatlas.load(write_knowledge_base(Path(folder) / "kb", size))
            atlas.graph  # noqa: B018  (built once, and no part of an export)
            for name in seconds:
                target = Path(folder) / f"{name}.zip"
                seconds[name].append(min(_seconds(atlas, name, target) for _ in range(2)))
                sizes[name] = target.stat().st_size
    for name, times in seconds.items():
        shown = ", ".join(f"{size:,}: {taken * 1000:,.0f} ms" for size, taken in zip(SIZES, times, strict=True))
        growth = math.log(times[-1] / times[-2]) / math.log(SIZES[-1] / SIZES[-2])
        print(
            f"export {name}, entities {shown}; growth exponent {growth:.2f} (limit {LIMIT}); "
            f"{sizes[name] / 1e6:.1f} MB at {SIZES[-1]:,}"
        )


_ALL = "json with Simplified Chinese derived"


def _seconds(atlas: posatlas.Atlas, name: str, target: Path) -> float:
    gc.collect()
    started = time.process_time()
    export(atlas, name.partition(" ")[0], target, LANGUAGES if name == _ALL else WRITTEN)
    return time.process_time() - started


if __name__ == "__main__":
    run()

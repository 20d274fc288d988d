"""How load, validation and paths grow with the number of entities, up to 100,000 synthetic ones.

CPU time of this process after imports; best of some runs, fewer where one takes long. The growth exponent is the slope
of the straight line through the logarithms, by least squares: 1 is linear. At 300 entities what every run costs shows,
so the exponent from the two largest is given beside that of all.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import networkx  # noqa: F401

import posatlas
from posatlas.compiled import place, write_compiled
from posatlas.validation import validate
from tests.benchmarks.loading import memory, touch
from tests.benchmarks.synthetic import write_knowledge_base
from tests.benchmarks.timing import least_cpu

SIZES = (300, 2_000, 20_000, 100_000)
LIMIT = 1.25  # linear, with the logarithm of sorting and what large heaps cost in caches
PATHS = 3


def run() -> None:
    """Print seconds at every size and the growth exponent of each; and the memory at the largest size."""
    taken: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            root = write_knowledge_base(Path(folder) / str(size), size)
            for name, seconds in measure(root).items():
                taken.setdefault(name, []).append(seconds)
            if size == SIZES[-1]:
                print(f"growth: {size:,} entities, compiled: {memory(root)}")
    for name, times in taken.items():
        shown = ", ".join(f"{size:,}: {seconds:.3g} s" for size, seconds in zip(SIZES, times, strict=True))
        slope, last = exponent(SIZES, times), exponent(SIZES[-2:], times[-2:])
        print(f"growth of {name}: {shown}; exponent {slope:.2f}, at the end {last:.2f} (limit {LIMIT})")


def measure(root: Path) -> dict[str, float]:
    """CPU seconds of each, for one knowledge base; leaves it compiled."""
    taken = {"load from YAML": least_cpu(lambda: posatlas.load(root)), "validate": least_cpu(lambda: validate(root))}
    taken["compile"] = least_cpu(lambda: write_compiled(root))
    assert place(root).is_file()
    taken["load"] = least_cpu(lambda: posatlas.load(root))
    taken["load, every entity and the graph"] = least_cpu(lambda: touch(posatlas.load(root)))
    atlas = posatlas.load(root)
    touch(atlas)
    # A path to a term, which no edge of these reaches: all that the start is connected with is looked at.
    assert atlas.path("method-0", "term-0") is None  # prepares what the first question needs
    taken["a path that is not there"] = least_cpu(lambda: atlas.path("method-0", "term-0"))
    ends = list(pairwise(sorted(atlas.graph)[:: len(atlas) // (PATHS + 1)]))[:PATHS]
    taken[f"{PATHS} paths"] = least_cpu(lambda: [atlas.path(start, end) for start, end in ends])
    return taken


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Slope of the logarithm of the time over that of the size, by least squares."""
    x, y = [math.log(size) for size in sizes], [math.log(seconds) for seconds in times]
    mean_x, mean_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    above = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return above / math.fsum((a - mean_x) ** 2 for a in x)

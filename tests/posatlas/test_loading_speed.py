"""Loading is quick beside reading the same data as JSON; loading, validating and asking for paths are linear.

Times are CPU times, and the limits of growth leave room for what other processes do to caches.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
import tracemalloc
from pathlib import Path

import pytest

import posatlas
from posatlas.collecting import without_collecting
from posatlas.compiled import write_compiled
from posatlas.lints.reference_cycle import _cycles
from posatlas.validation import validate
from tests.benchmarks import growth, loading
from tests.benchmarks.synthetic import write_knowledge_base
from tests.benchmarks.timing import least_cpu

FULL = bool(os.environ.get("POSATLAS_FULL"))
SIZES = (20_000, 100_000)
growing = pytest.mark.skipif(not FULL, reason="growth is measured by make test-full and make bench")
STEEPEST = 1.35  # exponent between two sizes that are measured once; quadratic is 2


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository's knowledge base without evidence, compiled."""
    root = loading.copied(tmp_path_factory.mktemp("whole") / "kb")
    write_compiled(root)
    return root


def test_load_costs_no_more_than_three_times_json_and_ten_with_all_touched(whole: Path) -> None:
    data = loading.same_data(whole)
    assert len(json.loads(data)) == len(posatlas.load(whole)) + 2
    floor, load, touched = loading.ratios(whole, data, rounds=1)
    assert load <= 3 * floor
    assert touched <= 10 * floor


def test_memory(whole: Path) -> None:
    """Loading holds little more than the file; everything made, no more than a dozen times that."""
    size = (whole.parent / "kb.compiled").stat().st_size
    posatlas.load(whole)
    tracemalloc.start()
    try:
        atlas = posatlas.load(whole)
        loaded = tracemalloc.get_traced_memory()[0]
        loading.touch(atlas)
        touched = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert size < loaded < 2 * size
    assert loaded < touched < 12 * size


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, float]]:
    """CPU seconds of each thing at both sizes."""
    folder = tmp_path_factory.mktemp("growth")
    return [growth.measure(write_knowledge_base(folder / str(size), size)) for size in SIZES]


THINGS = (
    *("load from YAML", "compile", "load", "load, every entity and the graph", "validate"),
    *("a path that is not there", "3 paths"),
)


@growing
@pytest.mark.parametrize("name", THINGS[:-1])  # how much of the graph three paths see is chance
def test_growth_is_linear(measured: list[dict[str, float]], name: str) -> None:
    assert all(set(times) == set(THINGS) for times in measured)
    assert growth.exponent(SIZES, [times[name] for times in measured]) < STEEPEST


def test_each_mistake_is_told_and_growth_with_mistakes_is_linear(tmp_path: Path) -> None:
    """Each unresolved reference asks for the nearest id: that must not cost a comparison with every id."""
    times, sizes = [], SIZES if FULL else (600,)
    for size in sizes:
        root = write_knowledge_base(tmp_path / str(size), size)
        for file in sorted((root / "claims").glob("*/*.yml"))[: size // 10]:
            text = file.read_text(encoding="utf-8")
            file.write_text(re.sub(r"paper: paper-(\d+)", r"paper: papper-\1", text), encoding="utf-8")
        findings = validate(root)
        assert len(findings) >= size // 10
        assert {finding.code for finding in findings} == {"reference/unresolved"}
        assert all(f'"paper-{re.search("[0-9]+", f.excerpt)[0]}"' in f.hint for f in findings)  # type: ignore[index]
        if FULL:
            times.append(least_cpu(lambda root=root: validate(root), most=2))
    if FULL:
        assert growth.exponent(sizes, times) < STEEPEST


@growing
@pytest.mark.parametrize("closed", [False, True])
def test_a_long_line_of_descent_is_walked_in_linear_time(closed: bool) -> None:
    """Searching the line at each step would take minutes; memory beyond the caches alone makes it 1.5."""
    times = []
    for length in (10_000, 100_000):
        graph = {f"m{n}": [f"m{n + 1}"] for n in range(length)}
        graph[f"m{length}"] = ["m0"] if closed else []
        assert [len(circle) for circle in _cycles(graph)] == [length + 2] * closed
        with without_collecting():  # as in validation
            times.append(least_cpu(lambda graph=graph: list(_cycles(graph)), most=3))
    assert growth.exponent((10_000, 100_000), times) < 1.75
    assert length > sys.getrecursionlimit()


def test_the_exponent_is_the_slope_of_the_logarithms() -> None:
    for power in (0.0, 1.0, 1.5, 2.0):
        assert growth.exponent((10, 100, 500), [3 * n**power for n in (10, 100, 500)]) == pytest.approx(power)
    # Three points off a line: the slope by hand, of (0, 0), (1, 1), (2, 1).
    assert growth.exponent((1, math.e, math.e**2), [1, math.e, math.e]) == pytest.approx(0.5)

"""The document of benchmarks: a part that is measured anew takes the place of the old one, the others stay."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.__main__ import BENCHMARKS, with_parts

DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def test_parts_are_replaced_and_the_others_kept() -> None:
    first = with_parts("", {"tables": "a machine\n\n- one\n", "validation": "a machine\n\n- two\n"})
    assert first.index("## validation") < first.index("## tables")
    second = with_parts(first, {"tables": "another\n\n- three\n"})
    assert "- two\n" in second and "- three\n" in second and "- one" not in second
    assert with_parts(second, {}) == second


def test_every_benchmark_is_recorded() -> None:
    headings = [line[3:] for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]
    assert headings == list(BENCHMARKS)

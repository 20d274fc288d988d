"""CPU seconds a page of the site: writing Markdown, mkdocs, and the work on the built pages."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import posatlas
from posatlas.generators.build import assemble, generate, run_mkdocs
from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]
_TIMES = ("user", "system", "children_user", "children_system")


def _seconds(work: Callable[[], object]) -> tuple[float, object]:
    """CPU seconds of this process and of those it started, user and system, and what the work gave."""
    before = os.times()
    result = work()
    after = os.times()
    spent = sum(getattr(after, name) - getattr(before, name) for name in _TIMES)
    return spent, result


def run() -> None:
    """Build all languages in a folder that is thrown away, and print one line a step."""
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        with tempfile.TemporaryDirectory(prefix="posatlas-bench-") as folder:
            work, site = Path(folder) / "work", Path(folder) / "site"
            site.mkdir()
            started = time.perf_counter()
            loading, atlas = _seconds(lambda: posatlas.load(ROOT / "kb"))
            writing, pages = _seconds(lambda: generate(atlas, LANGUAGES, work))  # type: ignore[arg-type]
            again, _ = _seconds(lambda: generate(atlas, LANGUAGES, work))  # type: ignore[arg-type]
            building, _ = _seconds(lambda: run_mkdocs(atlas, LANGUAGES, work))  # type: ignore[arg-type]
            finishing, _ = _seconds(lambda: assemble(atlas, LANGUAGES, work, site))  # type: ignore[arg-type]
            elapsed = time.perf_counter() - started
    finally:
        os.chdir(here)
    number = int(pages)  # type: ignore[call-overload]
    print(f"build: {number} pages in {len(LANGUAGES)} languages, {elapsed:.1f} s elapsed")
    for name, seconds in (
        ("load", loading),
        ("write, nothing kept", writing),
        ("write again", again),
        ("mkdocs", building),
        ("assemble and finish", finishing),
    ):
        print(f"  {name:22} {seconds:6.2f} s CPU  {1000 * seconds / number:6.2f} ms a page")
    ours = writing + finishing
    print(f"  {'ours, of the whole':22} {ours:6.2f} s CPU  {ours / (ours + building):.0%}")


if __name__ == "__main__":
    run()

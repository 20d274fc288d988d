"""All benchmarks, one after the other:  python -m tests.benchmarks [name …] [--record]

--record also writes what is printed to docs/benchmarks.md, with versions, machine and date; parts that were not run
stay as they were.
"""

from __future__ import annotations

import contextlib
import datetime
import importlib
import io
import os
import platform
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from posatlas.writing import replace_file

BENCHMARKS = ("validation", "loading", "growth", "exporting", "build", "rotary", "alibi", "tables")
PACKAGES = ("torch", "transformers", "x-transformers", "rotary-embedding-torch", "numpy", "PyYAML", "pydantic")
DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"
HEAD = """# Speed

Ratios in one run of `make bench`; each line says what is compared, and the limit where there is one. Times differ
between machines, ratios less so. Written by `make bench`, never by hand.
"""


def main(arguments: list[str]) -> int:
    """Run the named benchmarks, or all; each module has `run()`, which prints lines."""
    record = "--record" in arguments
    names = [name for name in arguments if name != "--record"]
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(
            f"{', '.join(sorted(unknown))}: no such benchmark; there are {', '.join(BENCHMARKS)}.",
            file=sys.stderr,
        )
        return 2
    parts = {}
    for name in names or BENCHMARKS:
        printed = _Both(sys.stdout)
        with contextlib.redirect_stdout(printed):
            importlib.import_module(f"tests.benchmarks.{name}").run()
        parts[name] = _part(printed.getvalue())
    if record:
        before = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.is_file() else ""
        replace_file(DOCUMENT, with_parts(before, parts))
    return 0


class _Both(io.StringIO):
    """Keeps what is written, and passes it on at once."""

    def __init__(self, shown: object) -> None:
        super().__init__()
        self.shown = shown

    def write(self, text: str) -> int:
        self.shown.write(text)  # type: ignore[attr-defined]
        self.shown.flush()  # type: ignore[attr-defined]
        return super().write(text)


def with_parts(document: str, parts: Mapping[str, str]) -> str:
    """The document with some parts anew, all in the order of the benchmarks; what is no benchmark any more goes."""
    kept = {}
    for part in document.split("\n## ")[1:]:
        name, _, text = part.partition("\n\n")
        kept[name] = text.strip() + "\n"
    kept |= parts
    return HEAD + "".join(f"\n## {name}\n\n{kept[name]}" for name in BENCHMARKS if name in kept)


def _part(printed: str) -> str:
    lines = [line for line in printed.splitlines() if line.strip()]
    return f"{_machine()}\n" + "".join(f"- {line}\n" for line in lines)


def _machine() -> str:
    found = []
    for package in PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            found.append(f"{package} {version(package)}")
    processor = platform.processor() or platform.machine()
    cpu = Path("/proc/cpuinfo")
    if cpu.is_file():
        lines = cpu.read_text().splitlines()
        models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        processor = models[0] if models else processor
    today = datetime.date.today().isoformat()
    return (
        f"{processor}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
        f"{', '.join(found)}; {today}.\n"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The share of branches that tests take, in each part of the package by itself, as `make coverage` wants it.

    coverage json -o build/coverage.json && python -m tests.tripwires.branches build/coverage.json

The limit of coverage.py itself counts lines and branches together, over all: there many plain lines outweigh a
branch that nothing takes, and a large part outweighs a small one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PARTS = ("src/posatlas", "schema", "generators")
LEAST = 0.95
SHOWN = 10  # files with most branches missed that a sentence names


def shortfalls(report: Mapping[str, Any]) -> list[str]:
    """A sentence for each part below the limit, or of which nothing was measured, from a report of `coverage json`."""
    sentences = []
    for part in PARTS:
        files = {name: file["summary"] for name, file in report["files"].items() if name.startswith(f"{part}/")}
        all_of_them = sum(file["num_branches"] for file in files.values())
        taken = sum(file["covered_branches"] for file in files.values())
        if not all_of_them:
            sentences.append(f"{part}: no branch was measured; run the tests with `coverage run`.")
        elif taken < LEAST * all_of_them:
            worst = sorted(files, key=lambda name: -files[name]["missing_branches"])[:SHOWN]
            missed = ", ".join(f"{name} {files[name]['missing_branches']}" for name in worst)
            share = f"{taken / all_of_them:.1%} of {all_of_them} branches are taken, less than {LEAST:.0%}"
            sentences.append(f"{part}: {share}. Most are missed in {missed}.")
    return sentences


def main(file: Path) -> int:
    """Print what falls short; 1 if anything does."""
    sentences = shortfalls(json.loads(file.read_text(encoding="utf-8")))
    print("\n".join(sentences) or f"At least {LEAST:.0%} of the branches of {', '.join(PARTS)} are taken.")
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

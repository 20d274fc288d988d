"""All benchmarks, one after the other:  python -m tests.benchmarks [name …]"""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = ("validation", "build", "rotary", "alibi", "tables")


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; each module has `run()`, which prints lines."""
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(
            f"{', '.join(sorted(unknown))}: no such benchmark; there are {', '.join(BENCHMARKS)}.",
            file=sys.stderr,
        )
        return 2
    for name in names or BENCHMARKS:
        importlib.import_module(f"tests.benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

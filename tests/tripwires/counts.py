"""How much there is: entities, checks, records and tests, and what fell without a word.

    python -m tests.tripwires.counts                                 compare with counts.yml
    python -m tests.tripwires.counts --record                        write the present numbers
    python -m tests.tripwires.counts --record --because "a reason"   the same where something fell

Whatever is deleted is not tested any more, and every other test still passes: so that a number falls only where
somebody says why.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

import posatlas
from posatlas.corpus import PACKAGED_KB
from posatlas.evidence import load_evidence
from posatlas.law_records import load_laws
from posatlas.lints import CODES
from posatlas.mutations import load_mutations
from posatlas.schema.properties import BUILDS, PROPERTIES
from posatlas.writing import replace_file

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("counts.yml")
LAG = 0.05  # by so much, and ten, numbers may be ahead of the file before it is to be written anew
SHORTEST_REASON = 20
HEADER = (
    "# Least numbers of what there is. Written by  python -m tests.tripwires.counts --record  and never by hand;\n"
    '# a number falls only with  --because "…",  which adds a line to `falls`.\n'
)


def of_knowledge() -> dict[str, int]:
    """Entities by kind, statements of documents, checks, and what is recorded of them."""
    atlas = posatlas.load()
    found = Counter(f"entities/{atlas.kind_of[entity.id]}" for entity in atlas)
    checks = [check for claim in atlas.of("claim") for check in claim.checks]
    mutations = load_mutations(PACKAGED_KB / "evidence" / "mutation").values()
    found["items"] = sum(len(atlas.items(document.id)) for document in atlas.of("document"))
    found["edges"] = atlas.graph.number_of_edges()
    found["checks"] = len(checks)
    found["checks/methods"] = len({check.method for check in checks})
    found["checks/properties"] = len({check.property for check in checks})
    found["registered/methods"] = len(BUILDS)
    found["registered/properties"] = len(PROPERTIES)
    found["registered/codes"] = len(CODES)
    found["recorded/checks"] = sum(map(len, load_evidence(PACKAGED_KB / "evidence").values()))
    found["recorded/laws"] = sum(len(record.rows) for record in load_laws(PACKAGED_KB / "evidence" / "laws").values())
    found["recorded/mutants"] = sum(record.mutants for record in mutations)
    return dict(found)


def of_tests() -> dict[str, int]:
    """Tests by folder, as pytest collects them, whether this machine can run them or not."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider", "tests"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "POSATLAS_"))}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    found: Counter[str] = Counter()
    for folder, count in re.findall(r"^(tests/\S+)/[^/\s]+\.py: (\d+)$", done.stdout, re.MULTILINE):
        found[folder] += int(count)
    if done.returncode or not found:
        raise ValueError(f"The tests cannot be collected.\n{done.stdout}{done.stderr}")
    return dict(found)


def by_folder(items: Iterable[pytest.Item]) -> dict[str, int]:
    """The same of tests that are collected."""
    return dict(Counter(item.path.parent.relative_to(ROOT).as_posix() for item in items))


def read() -> dict[str, Any]:
    """What counts.yml holds: `counts` by name, and `falls`, each with what, from, to and because. Without it: none."""
    if not FILE.is_file():
        return {"counts": {}, "falls": []}
    held: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return held


def fallen(before: Mapping[str, int], now: Mapping[str, int], falls: list[dict[str, Any]]) -> list[str]:
    """Sentences about numbers that are lower than before, without an entry that says so and why."""
    said = {(fall["what"], fall["from"], fall["to"]) for fall in falls if len(fall["because"]) >= SHORTEST_REASON}
    return [
        f"{what} fell from {number} to {now.get(what, 0)}"
        for what, number in before.items()
        if now.get(what, 0) < number and (what, number, now.get(what, 0)) not in said
    ]


def ahead(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """Sentences about numbers that the file is so far behind that a later fall would not be seen."""
    return [
        f"{what} is {number}, in {FILE.name} {before.get(what, 0)}"
        for what, number in now.items()
        if number > before.get(what, 0) * (1 + LAG) + 10
    ]


def record(now: Mapping[str, int], because: str | None) -> None:
    """Write the present numbers. Raises ValueError where some fell and no reason is given."""
    held = read()
    lower = [what for what, number in held["counts"].items() if now.get(what, 0) < number]
    if lower and (because is None or len(because) < SHORTEST_REASON):
        sentences = "; ".join(fallen(held["counts"], now, []))
        raise ValueError(f'{sentences}. If that is meant, say why in a sentence:  --because "…"')
    held["falls"] += [
        {"what": what, "from": held["counts"][what], "to": now.get(what, 0), "because": because} for what in lower
    ]
    body = {"counts": {what: now[what] for what in sorted(now)}, "falls": held["falls"]}
    replace_file(FILE, HEADER + yaml.safe_dump(body, sort_keys=False, allow_unicode=True, width=110))


def main() -> int:
    """Compare, or record."""
    parser = argparse.ArgumentParser(description="Counts what there is, and compares with what there was.")
    parser.add_argument("--record", action="store_true", help="write the present numbers")
    parser.add_argument("--because", help="why something fell")
    options = parser.parse_args()
    now = of_knowledge() | of_tests()
    if options.record:
        try:
            record(now, options.because)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    held = read()
    sentences = fallen(held["counts"], now, held["falls"]) + ahead(held["counts"], now)
    print("\n".join(sentences) or "No number fell.")
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())

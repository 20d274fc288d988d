"""Records of mutation runs: how many mistakes in an implementation the claims about it notice. No torch."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from posatlas.evidence import CheckLike, ClaimLike, check_key
from posatlas.law_records import law_key
from posatlas.recorded import load_recorded, named, of_types, recorded_files
from posatlas.source_digests import PACKAGE, digest, implementation_digest

__all__ = [
    "LEAST_EACH",
    "LEAST_OVERALL",
    "MOST_EQUIVALENT",
    "MutationRecord",
    "checks_about",
    "load_mutations",
    "mutation_key",
    "overall_rate",
    "rates_too_low",
    "written",
]

LEAST_OVERALL: Final = 0.95
LEAST_EACH: Final = 0.90
MOST_EQUIVALENT: Final = 0.05
HEADER: Final = "# Written by `posatlas mutate --record`: how many mutants the claims noticed. Never edited by hand.\n"


_FIELDS: Final[dict[str, Any]] = {
    "lines": int, "mutants": int, "killed": int, "equivalent": list[str], "survivors": list[str],
    "date": str, "key": str,
}  # fmt: skip


@dataclass(frozen=True)
class MutationRecord:
    """What came of the mutants of one method. `rate`: killed, of those that are not equivalent."""

    method: str
    lines: int
    mutants: int
    killed: int
    equivalent: tuple[str, ...]
    survivors: tuple[str, ...]
    date: str
    key: str

    @property
    def rate(self) -> float:
        """1.0 where there is nothing to kill."""
        counted = self.mutants - len(self.equivalent)
        return self.killed / counted if counted else 1.0


def overall_rate(records: Iterable[MutationRecord]) -> float:
    """Killed, of all mutants that are not equivalent; 1.0 where there is none."""
    records = list(records)
    counted = sum(r.mutants - len(r.equivalent) for r in records)
    return sum(r.killed for r in records) / counted if counted else 1.0


def rates_too_low(records: Iterable[MutationRecord], everything: bool) -> list[str]:
    """Sentences about methods, and where the records are of `everything` about the whole, that miss the bounds."""
    records = list(records)
    low = [r for r in records if r.rate < LEAST_EACH]
    found = [f"{r.method}: {r.rate:.1%} noticed, at least {LEAST_EACH:.0%} are needed." for r in low]
    overall, mutants = overall_rate(records), sum(r.mutants for r in records)
    equivalent = sum(len(r.equivalent) for r in records)
    if everything and overall < LEAST_OVERALL:
        found.append(f"Over all {overall:.1%} are noticed, at least {LEAST_OVERALL:.0%} are needed.")
    if everything and equivalent > MOST_EQUIVALENT * mutants:
        found.append(f"{equivalent} of {mutants} are listed as equivalent, at most {MOST_EQUIVALENT:.0%} may be.")
    return found


def checks_about(method: str, claims: Iterable[ClaimLike]) -> list[tuple[str, CheckLike]]:
    """(claim id, check) of every check of this method in a claim about it."""
    return [
        (claim.id, check)
        for claim in claims
        if method in getattr(claim, "about", ())
        for check in claim.checks
        if check.method == method
    ]


@cache
def _tool_digest(package: Path) -> str:
    return digest(*sorted((package / "reference_impl" / "mutation").glob("*.py")))


def mutation_key(
    method: str, checks: Sequence[tuple[str, CheckLike]], equivalent: Sequence[str], package: Path = PACKAGE
) -> str:
    """A digest of all that decides the result: implementation, mutation, and of each check its key, which stands for
    whatever it measures with, and what it expects; where mutants are listed as equivalent, also what compares them."""
    rows = sorted(f"{check_key(check, package)}|{check.expect}" for _, check in checks)
    compared = (law_key(method, package), *sorted(equivalent)) if equivalent else ()
    parts = (implementation_digest(method, package), _tool_digest(package), *rows, *compared)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def load_mutations(folder: Path) -> dict[str, MutationRecord]:
    """Records by method, from <folder>/<method>.yml; empty where the folder is missing.

    Raises NoRecord for a file that holds none.
    """
    found: dict[str, MutationRecord] = {}
    for path in recorded_files(folder):
        with named(path.name, "delete it, then run: posatlas mutate --record"):
            found[path.stem] = _record(path.stem, load_recorded(path))
    return found


def _record(method: str, row: Any) -> MutationRecord:
    of_types(row, _FIELDS, "a record of mutants")
    record = MutationRecord(method, **row | {name: tuple(row[name]) for name in ("equivalent", "survivors")})
    if not 0 <= record.killed <= record.mutants - len(record.equivalent):
        raise ValueError("killed and equivalent are more than there are mutants")
    return record


def written(record: MutationRecord) -> str:
    """The text of a record's file."""
    row = {
        "lines": record.lines,
        "mutants": record.mutants,
        "killed": record.killed,
        "equivalent": list(record.equivalent),
        "survivors": list(record.survivors),
        "date": record.date,
        "key": record.key,
    }
    return HEADER + yaml.safe_dump(row, sort_keys=False, allow_unicode=True, width=10_000)

"""Records of mutation runs: how many mistakes in an implementation the claims about it notice. No torch."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from posatlas.evidence import PACKAGE, CheckLike, ClaimLike, canonical, digest, implementation_digest, measuring_digest

__all__ = [
    "LEAST_EACH",
    "LEAST_OVERALL",
    "MOST_EQUIVALENT",
    "MutationRecord",
    "checks_about",
    "load_mutations",
    "mutation_key",
]

LEAST_OVERALL: Final = 0.95
LEAST_EACH: Final = 0.90
MOST_EQUIVALENT: Final = 0.05
HEADER: Final = "# Written by `posatlas mutate --record`: how many mutants the claims noticed. Never edited by hand.\n"


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
    """A digest of all that decides the result: implementation, checks with what they expect, measuring, mutation."""
    rows = sorted(
        f"{check.property}|{canonical(check.build)}|{canonical(check.given)}|{check.expect}" for _, check in checks
    )
    measuring = sorted({measuring_digest(check.property, package) for _, check in checks})
    parts = (implementation_digest(method, package), _tool_digest(package), *rows, *measuring, *sorted(equivalent))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def load_mutations(folder: Path) -> dict[str, MutationRecord]:
    """Records by method, from <folder>/<method>.yml; empty where the folder is missing.

    Raises ValueError that names the file, for what cannot be read or is no record.
    """
    found: dict[str, MutationRecord] = {}
    for path in sorted(folder.glob("*.yml")):
        try:
            row = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            found[path.stem] = _record(path.stem, row)
        except (yaml.YAMLError, ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{path.name}: {error}; write it again with: posatlas mutate --record") from None
    return found


def _record(method: str, row: Mapping[str, Any]) -> MutationRecord:
    lists = {name: tuple(row[name]) for name in ("equivalent", "survivors")}
    numbers = {name: int(row[name]) for name in ("lines", "mutants", "killed")}
    return MutationRecord(method=method, date=str(row["date"]), key=str(row["key"]), **numbers, **lists)


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

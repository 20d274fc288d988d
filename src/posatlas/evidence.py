"""Records of what machines measured: how a record is keyed, read, and found fresh or stale. No torch.

A record's key is a digest of everything that decides what is measured, and of no prose: the check's method,
build, property and arguments, and the source of the implementation, of the measuring function, of the other
methods and the second opinion that it compares with, and of formulas, without comments and docstrings. What
the claim says, tests and expects is not in it: if only that changes, the record is still good, and may now
disagree.
"""

from __future__ import annotations

import builtins
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from posatlas import reading
from posatlas.recorded import load_recorded, named, read_recorded, recorded_files
from posatlas.schema.properties import PROPERTIES
from posatlas.schema.verdicts import Run
from posatlas.source_digests import PACKAGE, canonical, implementation_digest, measuring_digest, oracle_digest

__all__ = [
    "CheckLike",
    "ClaimLike",
    "Record",
    "State",
    "Verified",
    "agreement",
    "check_key",
    "compared",
    "load_evidence",
    "run_of",
    "states",
]

HEADER: Final = "# Written by `posatlas check --record`: what was measured. Never edited by hand.\n"

State = Literal["agrees", "disagrees", "stale", "missing"]
"""agrees, disagrees: a fresh record and the check's expectation. stale: the record's key is another. missing:
none."""


class CheckLike(Protocol):
    """A check row of a claim: `schema.Check`, or anything with its fields."""

    @property
    def says(self) -> str:
        """What is tested, in symbols."""
        ...

    @property
    def tests(self) -> str:
        """Whether it is the statement or its correction."""
        ...

    @property
    def method(self) -> str:
        """Id of the method that is built."""
        ...

    @property
    def build(self) -> Mapping[str, Any]:
        """Options that it is built with."""
        ...

    @property
    def given(self) -> Mapping[str, Any]:
        """Arguments of the property."""
        ...

    @property
    def expect(self) -> str:
        """"holds" or "fails"."""
        ...

    @builtins.property  # the name `property` is a field from here on
    def property(self) -> str:
        """Name of what is measured."""
        ...


class ClaimLike(Protocol):
    """A claim as far as evidence is concerned."""

    @property
    def id(self) -> str:
        """Id of the claim."""
        ...

    @property
    def checks(self) -> Sequence[CheckLike]:
        """Its checks, in order."""
        ...


@dataclass(frozen=True)
class Record:
    """One row of an evidence file: a check of a claim, and what came of it."""

    claim: str
    says: str
    property: str
    build: dict[str, Any]
    given: dict[str, Any]
    measured: str | float | int | bool
    tolerance: float | None
    holds: bool
    device: str
    dtype: str
    versions: dict[str, str]
    date: str
    key: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Record:
        """A record from a row of YAML. Raises ValueError that names what is missing, unknown or of another
        type."""
        if row.keys() != _FIELDS:
            wrong = sorted(map(str, set(row) ^ _FIELDS))
            raise ValueError(f"a record has the fields {', '.join(sorted(_FIELDS))}; wrong: {', '.join(wrong)}")
        texts = ("claim", "says", "property", "device", "dtype", "date", "key")
        good = (
            all(isinstance(row[name], str) for name in texts)
            and all(isinstance(row[name], dict) for name in ("build", "given", "versions"))
            and isinstance(row["holds"], bool)
            and isinstance(row["measured"], (str, float, int, bool))
            and (row["tolerance"] is None or isinstance(row["tolerance"], (int, float)))
        )
        if not good:
            raise ValueError(f"a record of claim {row['claim']!r} has a field of another type")
        return cls(**row)


_FIELDS: Final = frozenset(field.name for field in fields(Record))


_Question = tuple[str, str, str, str]
_OTHER: Final = re.compile(r'"method":"([a-z0-9-]+)"')  # in the canonical text of the arguments


def check_key(check: CheckLike, package: Path = PACKAGE) -> str:
    """The key of the record of a check: 24 hexadecimal digits. Raises ValueError where nothing can run it."""
    return _key(_question(check, check.method), package)


def _key(question: _Question, package: Path = PACKAGE) -> str:
    method, name, build, given = question
    parts = [method, name, build, given, implementation_digest(method, package), measuring_digest(name, package)]
    if PROPERTIES[name].family == "oracle":
        parts.append(oracle_digest(method, package))
    if "method" in PROPERTIES[name].arguments and (other := _OTHER.search(given)):
        parts.append(implementation_digest(other[1], package))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _question(record: CheckLike | Record, method: str) -> _Question:
    return method, record.property, canonical(record.build), canonical(record.given)


def load_evidence(folder: Path, methods: Iterable[str] | None = None) -> dict[str, list[Record]]:
    """Records by method, from <folder>/<method>.yml, of all methods or of some; empty where nothing is recorded.

    Raises NoRecord for a file that cannot be read, or with rows that are not records.
    """
    found: dict[str, list[Record]] = {}
    wanted = None if methods is None else frozenset(methods)
    for path in recorded_files(folder):
        if wanted is not None and path.stem not in wanted:
            continue
        with named(path.name, "delete it, then run: posatlas check --record"):
            found[path.stem] = list(_records(path, read_recorded(path)))
    return found


@lru_cache(maxsize=1024)
def _records(path: Path, content: bytes) -> tuple[Record, ...]:
    """The records of a file with this content; one that did not change is read once in a process."""
    rows = _rows(path)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError("an evidence file is a list of records")
    return tuple(Record.of(row) for row in rows)


def _rows(path: Path) -> Any:
    """The rows of an evidence file as plain values."""
    try:
        return reading.read(path, path.name, nulls=True).value
    except reading.Unreadable:  # infinities, long files, mistakes: slower, and with YAML's own messages
        return load_recorded(path)


@dataclass(frozen=True)
class Verified:
    """A check of a claim beside its record. `index` counts the claim's checks from 0."""

    claim: str
    index: int
    check: Any
    record: Record | None
    state: State


def compared(
    claims: Iterable[ClaimLike], evidence: Mapping[str, Sequence[Record]], device: str = "cpu"
) -> tuple[list[Verified], list[tuple[str, Record]]]:
    """Every check with its record and state, as `states` gives them; and, with their method, the orphans: records that
    no check of the claims asks for any more."""
    fresh = {(r.claim, r.key): r for rows in evidence.values() for r in rows if r.device == device}
    asked: dict[tuple[str, ...], Any] = {}
    keys: set[tuple[str, str]] = set()
    found: list[Verified] = []
    for claim in claims:
        for index, check in enumerate(claim.checks):
            question = (claim.id, *_question(check, check.method))
            try:
                key = (claim.id, _key(question[1:]))
            except ValueError:  # nothing can run it
                key = (claim.id, "")
            record = fresh.get(key)
            state: State = "missing" if record is None else "agrees"
            if record is not None and record.holds != (check.expect == "holds"):
                state = "disagrees"
            asked[question] = (len(found), key)
            keys.add(key)
            found.append(Verified(claim.id, index, check, record, state))
    orphans = []
    for method, rows in evidence.items():
        for record in rows:
            if (record.claim, record.key) not in keys:
                place = asked.get((record.claim, *_question(record, method)))
                if place is None:
                    orphans.append((method, record))
                elif record.device == device and place[1][1]:
                    found[place[0]] = replace(found[place[0]], record=record, state="stale")
    return found, orphans


def states(
    claims: Iterable[ClaimLike], evidence: Mapping[str, Sequence[Record]], device: str = "cpu"
) -> list[Verified]:
    """Every check of the claims, in order, with its record from one device and its state.

    A check that nothing can run is `missing`.
    """
    claims = list(claims)
    asked = {claim.id for claim in claims}  # of one claim among thousands, the records of the others cost the most
    own = {method: [record for record in rows if record.claim in asked] for method, rows in evidence.items()}
    return compared(claims, own, device)[0]


def run_of(entries: Iterable[State]) -> Run:
    """The outcome of one claim's checks, for the status table: one that disagrees outweighs one that was not
    run."""
    found = set(entries)
    if not found:
        return "no-checks"
    if "disagrees" in found:
        return "disagrees"
    return "agrees" if found == {"agrees"} else "not-run"


def agreement(
    claims: Iterable[ClaimLike], evidence: Mapping[str, Sequence[Record]], device: str = "cpu"
) -> dict[str, Run]:
    """The outcome of the checks of each claim, by id."""
    claims = list(claims)
    by_claim: dict[str, list[State]] = {claim.id: [] for claim in claims}
    for entry in states(claims, evidence, device):
        by_claim[entry.claim].append(entry.state)
    return {claim: run_of(entries) for claim, entries in by_claim.items()}

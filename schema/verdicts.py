"""What the checks of a claim imply about its verdict, and the status that pages show: two tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, Protocol, get_args

from posatlas.schema.claim import Verdict

__all__ = [
    "STATUS_TABLE",
    "Run",
    "Sources",
    "Status",
    "Verdict",
    "implied_verdicts",
    "source_state",
    "status",
]

Run = Literal["agrees", "disagrees", "not-run", "no-checks"]
"""Outcome of a claim's checks by fresh evidence.

agrees: every check was run and came out as expected. disagrees: one did not. not-run: a check has no fresh
record. no-checks: the claim has none.
"""

Sources = Literal["decide", "split", "none"]
"""Primary sources that were read.

decide: one or more, all on one side. split: some support, some dispute. none: there is none.
"""

Status = Literal[
    "verified-by-run",
    "sourced",
    "disputed",
    "refuted-by-run",
    "untestable",
    "failing",
    "awaiting-implementation",
]

_ANY: Final = "*"

# verdict                    checks                 sources          status. The first row that fits decides.
STATUS_TABLE: Final[tuple[tuple[str, str, str, Status], ...]] = (
    (_ANY,                     "disagrees",           _ANY,            "failing"),
    ("supported conditional",  "agrees",              _ANY,            "verified-by-run"),
    ("imprecise contradicted", "agrees",              _ANY,            "refuted-by-run"),
    ("unverifiable",           _ANY,                  _ANY,            "untestable"),
    ("supported",              "not-run no-checks",   "split",         "disputed"),
    (_ANY,                     "not-run no-checks",   "decide split",  "sourced"),
    (_ANY,                     "not-run no-checks",   "none",          "awaiting-implementation"),
)  # fmt: skip


def implied_verdicts(rows: Iterable[tuple[str, str]]) -> frozenset[Verdict]:
    """The verdicts that rows of (tests, expect) allow; an empty set means that they imply nothing.

    tests is "statement" or "correction", expect is "holds" or "fails".

    | statement rows           | correction rows | verdicts                |
    |--------------------------|-----------------|-------------------------|
    | none                     | any             | nothing implied         |
    | all hold                 | any             | supported               |
    | some hold, some fail     | any             | conditional             |
    | all fail                 | one or more     | imprecise, contradicted |
    | all fail                 | none            | contradicted            |

    Raises ValueError for an unknown word and for a correction that is expected to fail: a correction is
    offered as true, so such a row is a mistake.
    """
    held = {"statement": 0, "correction": 0}
    failed = 0
    for tests, expect in rows:
        if tests not in held:
            raise ValueError(f"a check tests the 'statement' or the 'correction', not {tests!r}")
        if expect not in ("holds", "fails"):
            raise ValueError(f"a check expects 'holds' or 'fails', not {expect!r}")
        if expect == "holds":
            held[tests] += 1
        elif tests == "correction":
            raise ValueError("a check of the correction expects 'fails', but a correction must hold")
        else:
            failed += 1
    if held["statement"]:
        return frozenset({"conditional"}) if failed else frozenset({"supported"})
    if failed:
        return frozenset({"imprecise", "contradicted"}) if held["correction"] else frozenset({"contradicted"})
    return frozenset()


class _Reference(Protocol):
    @property
    def decides(self) -> bool: ...
    @property
    def stance(self) -> str: ...


def source_state(references: Iterable[_Reference]) -> Sources:
    """The state of a claim's sources: only those count that are primary and were read."""
    stances = {reference.stance for reference in references if reference.decides}
    return "split" if len(stances) > 1 else "decide" if stances else "none"


def status(verdict: Verdict, run: Run, sources: Sources) -> Status:
    """The status that pages show for a claim, by STATUS_TABLE. Raises ValueError for a word that is in no
    column."""
    for word, words, what in (
        (verdict, get_args(Verdict), "verdict"),
        (run, get_args(Run), "outcome of checks"),
        (sources, get_args(Sources), "state of sources"),
    ):
        if word not in words:
            raise ValueError(f"{word!r} is not a {what}: use one of {', '.join(words)}")
    words_of_claim = (verdict, run, sources)
    return next(  # some row fits every combination
        result
        for *cells, result in STATUS_TABLE
        if all(cell == _ANY or word in cell.split() for cell, word in zip(cells, words_of_claim, strict=True))
    )

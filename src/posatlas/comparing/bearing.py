"""Which claims bear on a method's value in a dimension: those whose checks run it there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from posatlas.comparing.dimensions import Dimension
from posatlas.evidence import Verified
from posatlas.schema import VERDICTS, Claim, Method

__all__ = ["Bearing", "Evidence"]

_OF_LAWS = ("obeys", "breaks")
# Where a property measures what its dimension means: a count of all that is kept counts constants only where nothing
# is learned, and of a code added to embeddings it is products of two rows that a shift leaves alone, not outputs.
_FITS: Final[Mapping[str, Callable[[Method], bool]]] = {
    "stored_numbers": lambda method: method.cost.learned_parameters.strip() == "0",
    "unchanged_by_shift": lambda method: "embed" not in method.enters_at,
}
Runs = Callable[[Claim], Sequence[Verified]]


@dataclass(frozen=True)
class Bearing:
    """A claim that bears on a cell, with those of its checks that run the method on the cell's point."""

    claim: Claim
    runs: tuple[Verified, ...]


class Evidence:
    """Finds the claims that bear on a cell. `runs(claim)` gives a claim's checks with their records."""

    def __init__(self, claims: Iterable[Claim], runs: Runs) -> None:
        self._runs = runs
        self._by_point: dict[tuple[str, str], dict[str, Bearing]] = {}
        self._by_id = {claim.id: claim for claim in claims}
        for claim in self._by_id.values():
            for run in runs(claim):
                law = run.check.given.get("law") if run.check.property in _OF_LAWS else None
                point = f"law:{law}" if law else run.check.property
                found = self._by_point.setdefault((run.check.method, point), {})
                before = found[claim.id].runs if claim.id in found else ()
                found[claim.id] = Bearing(claim, (*before, run))

    def of(self, method: Method, dimension: Dimension) -> tuple[Bearing, ...]:
        """Claims that bear on the value, those first that support it and are about the method before all."""
        fitting = (name for name in sorted(dimension.properties) if name not in _FITS or _FITS[name](method))
        points = [*fitting, *(f"law:{law}" for law in dimension.laws)]
        found: dict[str, Bearing] = {}
        for point in points:
            for identifier, bearing in self._by_point.get((method.id, point), {}).items():
                before = found[identifier].runs if identifier in found else ()
                found[identifier] = Bearing(bearing.claim, (*before, *bearing.runs))
        for exception in method.exceptions:
            named = dimension.failing or exception.law in dimension.laws
            if named and exception.claim in self._by_id and exception.claim not in found:
                found[exception.claim] = self.judged(exception.claim, method.id)
        return tuple(sorted(found.values(), key=lambda bearing: _rank(bearing.claim, method.id)))

    def judged(self, identifier: str, method: str) -> Bearing:
        """A claim with all its checks that run the method."""
        claim = self._by_id[identifier]
        return Bearing(claim, tuple(run for run in self._runs(claim) if run.check.method == method))


def _rank(claim: Claim, method: str) -> tuple[int, bool, str]:
    return VERDICTS.index(claim.verdict), claim.about[0] != method, claim.id

"""What running the code says of claims and methods, as a page sums it up."""

from __future__ import annotations

from collections.abc import Iterable

from posatlas.evidence import Record, Verified
from posatlas.generators.running import Running
from posatlas.generators.site import Site
from posatlas.schema import Claim

__all__ = ["main_run", "newest", "records_of"]


def records_of(site: Site, claim: Claim) -> list[Record]:
    """Fresh records of a claim's checks, in the order of the checks."""
    return [run.record for run in site.verified(claim) if run.record is not None and run.state in _FRESH]


def main_run(site: Site, claim: Claim) -> Verified | None:
    """The run that says most in one line: the first that tests the statement itself and measured a number.

    Where there is none, the first fresh one; None for a claim without a fresh record.
    """
    fresh = [run for run in site.verified(claim) if run.record is not None and run.state in _FRESH]
    return min(fresh, key=lambda run: (run.check.tests != "statement", not _is_number(run.record)), default=None)


def newest(site: Site, claims: Iterable[Claim], running: Running | None = None) -> str:
    """Day of the newest record among the claims' checks and a method's laws; empty where nothing ran."""
    days = [record.date for claim in claims for record in records_of(site, claim)]
    days += [row.date for row in running.rows()] if running is not None else []
    return max(days, default="")


_FRESH = ("agrees", "disagrees")


def _is_number(record: Record | None) -> bool:
    return record is not None and isinstance(record.measured, (int, float)) and not isinstance(record.measured, bool)

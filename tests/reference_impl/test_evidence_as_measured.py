"""What is recorded is what comes out when the claims are run: a record that was changed by hand does not.

All claims in `make test-full`; otherwise a part of them, of every method.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

import posatlas
from posatlas.corpus import PACKAGED_KB
from posatlas.evidence import Record, check_key, load_evidence
from posatlas.reference_impl import checks

EVERY = 1 if os.environ.get("POSATLAS_FULL") else 6  # of so many checks of a method one is run
RECORDS = {
    (record.claim, record.key): record
    for rows in load_evidence(PACKAGED_KB / "evidence").values()
    for record in rows
    if record.device == "cpu"
}


def _alike(record: Record, measured: Any, tolerance: float | None) -> bool:
    """Whether a measured value is the recorded one: numbers have six digits, and may differ by the tolerance."""
    before = record.measured
    if isinstance(before, str | bool) or isinstance(measured, str | bool):
        return str(before) == str(measured)
    if not math.isfinite(before) or not math.isfinite(measured):
        return str(before) == str(measured)
    allowed = max(tolerance or 0.0, 1e-5 * max(abs(before), abs(measured)), 1e-12)
    return abs(before - measured) <= allowed


def differing(rows: Sequence[checks.Row], records: Mapping[tuple[str, str], Record]) -> list[str]:
    """Sentences about rows that were run and are not what is recorded."""
    found = []
    for row in rows:
        record = records.get((row.claim, check_key(row)))
        if record is None:
            found.append(f"{row.claim}: {row.says}: not recorded")
        elif record.holds != row.holds:
            found.append(f"{row.claim}: {row.says}: recorded {record.holds}, ran {row.holds}")
        elif not _alike(record, row.measured, row.tolerance):
            found.append(f"{row.claim}: {row.says}: recorded {record.measured}, measured {row.measured}")
    return found


@pytest.fixture(scope="module")
def ran() -> list[checks.Row]:
    """Rows of every sixth check of each method, or of all."""
    counted: dict[str, int] = {}
    chosen = []
    for claim in posatlas.load().of("claim"):
        for check in claim.checks:
            counted[check.method] = counted.get(check.method, 0) + 1
            if counted[check.method] % EVERY == 0:
                chosen.append(checks.run_check(claim.id, check))
    assert len(chosen) >= sum(counted.values()) // EVERY - len(counted) > 200
    return chosen


def test_what_is_recorded_comes_out_again(ran: list[checks.Row]) -> None:
    assert differing(ran, RECORDS) == [], "take kb/evidence from the main branch, or run: posatlas check --record"


def test_a_record_changed_by_hand_is_noticed(ran: list[checks.Row]) -> None:
    """Of each row: another outcome, another number or word, none at all."""
    rows = [row for row in ran if (row.claim, check_key(row)) in RECORDS][:40]
    for row in rows:
        record = RECORDS[row.claim, check_key(row)]
        number = isinstance(record.measured, int | float) and not isinstance(record.measured, bool)
        other = record.measured + 1 + 3 * (row.tolerance or 0) if number else f"not {record.measured}"
        for changed in (replace(record, holds=not record.holds), replace(record, measured=other)):
            if changed != record and not (number and not math.isfinite(float(record.measured))):
                assert differing([row], RECORDS | {(row.claim, check_key(row)): changed}), row.claim
        assert differing([row], {})

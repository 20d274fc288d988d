"""What was measured is what the claim expects."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for verified in view.verified:
        if verified.state == "disagrees" and verified.record is not None:
            record = verified.record
            outcome = "holds" if record.holds else "fails"
            message = (
                f"checks[{verified.index}] expects {verified.check.expect}, but the run of {record.date} {outcome}: "
                f"measured {record.measured}."
            )
            place = ("checks", verified.index, "expect")
            yield lint.at(view.by_id[verified.claim], place, message, "Correct the claim, or the implementation.")


LINT = Lint("truth/evidence-disagrees", "What was measured is what the claim expects.", _check)

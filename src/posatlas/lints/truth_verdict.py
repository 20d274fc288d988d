"""The verdict is one that the claim's checks imply."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import VERDICTS
from posatlas.schema.verdicts import implied_verdicts


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if not claim.checks or (claim.parts and claim.verdict != "supported"):
            continue
        try:
            implied = implied_verdicts((check.tests, check.expect) for check in claim.checks)
        except ValueError as error:
            index = next(i for i, c in enumerate(claim.checks) if c.tests == "correction" and c.expect == "fails")
            message = f"{str(error)[0].upper()}{str(error)[1:]}."
            yield lint.at(entry, ("checks", index, "expect"), message, "Run the right statement, and expect: holds.")
            continue
        if implied and claim.verdict not in implied:
            fits = " or ".join(verdict for verdict in VERDICTS if verdict in implied)
            rows = [check for check in claim.checks if check.tests == "statement"]
            fail = sum(check.expect == "fails" for check in rows)
            message = (
                f'The verdict is "{claim.verdict}", but the checks imply {fits}: of {len(rows)} checks of the '
                f"statement {len(rows) - fail} hold and {fail} fail."
            )
            yield lint.at(entry, ("verdict",), message, f"Write {fits}, or correct the checks.")


LINT = Lint("truth/verdict", "A verdict is one that the claim's checks imply.", _check)

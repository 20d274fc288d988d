"""An unverifiable claim says why, and no other claim does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema.claim import UntestableReason


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if claim.verdict == "unverifiable" and claim.reason is None:
            hint = f"Add  reason:  one of {', '.join(get_args(UntestableReason))}."
            yield lint.at(entry, ("verdict",), "The claim is unverifiable, but the reason is not written.", hint)
        elif claim.verdict != "unverifiable" and claim.reason is not None:
            message = f'The claim is {claim.verdict}, but has a reason for being unverifiable, "{claim.reason}".'
            yield lint.at(entry, ("reason",), message, "Delete the reason, or write verdict: unverifiable.")


LINT = Lint("truth/reason", "Unverifiable claims, and only they, have a reason.", _check)

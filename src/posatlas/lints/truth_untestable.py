"""A property or cost can be untestable only because it needs training."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if claim.kind in ("property", "cost") and claim.reason not in (None, "needs-training"):
            message = f'A {claim.kind} can be derived or measured; it is not unverifiable as "{claim.reason}".'
            hint = "Check it, or write reason: needs-training, or correct the kind of the claim."
            yield lint.at(entry, ("reason",), message, hint)


LINT = Lint("truth/untestable", "A property or cost is unverifiable only as needs-training.", _check)

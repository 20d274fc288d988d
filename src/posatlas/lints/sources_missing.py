"""Every claim has a source, or checks that decide it."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if not claim.according_to and not claim.checks and claim.verdict != "unverifiable":
            message = f'The verdict "{claim.verdict}" has neither a source nor a check.'
            hint = "Add the primary source to according_to, or a check; else the verdict is unverifiable."
            yield lint.at(entry, ("verdict",), message, hint)


LINT = Lint("sources/missing", "A verdict has a source or a check.", _check)

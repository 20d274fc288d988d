"""Where a second reader came to another verdict, the claim says what was found out."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        second = claim.second_reading
        if second is not None and second.verdict != claim.verdict and second.resolution is None:
            message = f'The second reader found "{second.verdict}", the claim says "{claim.verdict}".'
            yield lint.at(entry, ("second_reading",), message, "Find out, and add  resolution: {zh-Hant: …, en: …}.")


LINT = Lint("truth/second-reading", "Where two readings differ, the claim says what was found out.", _check)

"""A contradicted or imprecise claim says what is right."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if claim.verdict in ("contradicted", "imprecise") and claim.correction is None:
            message = f"The claim is {claim.verdict}, but the right statement is not written."
            yield lint.at(entry, ("verdict",), message, "Add  correction: {zh-Hant: …, en: …}.")


LINT = Lint("truth/correction", "A contradicted or imprecise claim says what is right.", _check)

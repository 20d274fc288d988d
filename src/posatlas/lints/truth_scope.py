"""Properties, costs and empirical statements say in which scope they are meant."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if claim.kind in ("property", "cost", "empirical") and claim.scope is None:
            message = f"The scope is missing; a claim of kind {claim.kind} is true or false only in a scope."
            yield lint.at(entry, ("kind",), message, "Add  scope: {zh-Hant: …, en: …}  as the statement claims it.")


LINT = Lint("truth/scope", "Claims of kind property, cost and empirical have a scope.", _check)

"""A conditional claim says under which condition it holds."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if claim.verdict == "conditional" and claim.conditions is None:
            message = "The claim is conditional, but the condition is not written."
            yield lint.at(entry, ("verdict",), message, "Add  conditions: {zh-Hant: …, en: …}  with the exact one.")


LINT = Lint("truth/conditions", "A conditional claim says its condition.", _check)

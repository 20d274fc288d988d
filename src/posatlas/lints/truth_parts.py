"""A compound claim takes the worst verdict of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import VERDICTS


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if not claim.parts:
            continue
        found = {part.verdict for part in claim.parts}
        worst = {max(found, key=VERDICTS.index)}
        if "contradicted" in found:
            worst.add("contradicted")  # a refuted part refutes the whole, whatever cannot be verified beside it
        if claim.verdict not in worst:
            fits = " or ".join(verdict for verdict in VERDICTS if verdict in worst)
            message = f'The verdict is "{claim.verdict}", but the worst of the parts is {fits}.'
            yield lint.at(entry, ("verdict",), message, f"Write {fits}, or correct the parts.")
        if len(claim.parts) == 1:
            message = "The claim has one part; a compound statement has two or more."
            yield lint.at(entry, ("parts",), message, "Delete parts, or list the other ones.")


LINT = Lint("truth/parts", "A compound claim takes the worst verdict of its parts.", _check)

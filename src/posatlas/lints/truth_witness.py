"""A misconception states a claim that fails, and has a witness that shows it by running."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Misconception


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("misconception"):
        belief = entry.entity
        assert isinstance(belief, Misconception)
        claim = view.claim(belief.claim)
        if claim is not None and claim.verdict not in ("contradicted", "imprecise", "conditional"):
            message = f'"{claim.id}" is {claim.verdict}; a misconception states what fails.'
            yield lint.at(entry, ("claim",), message, "Name the claim that states the wrong belief.")
        if belief.witness is None:
            if belief.no_witness is None:
                message = "The misconception has no witness that runs, and does not say why."
                yield lint.at(entry, (), message, "Add  witness: claim-id  or  no_witness: {zh-Hant: …, en: …}.")
            continue
        witness = view.claim(belief.witness)
        if witness is not None and not any(c.tests == "statement" and c.expect == "fails" for c in witness.checks):
            message = f'The witness "{witness.id}" has no check of its statement that fails.'
            yield lint.at(entry, ("witness",), message, "Name a claim with such a check, or write no_witness.")


LINT = Lint("truth/witness", "A misconception states a claim that fails, shown by a check that fails.", _check)

"""A contradiction between two claims is written on one of them."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        for index, target in enumerate(claim.contradicts):
            other = view.claim(target)
            if other is not None and entry.id in other.contradicts and target < entry.id:
                message = f'"{target}" names this claim in contradicts as well; the relation has no direction.'
                yield lint.at(entry, ("contradicts", index), message, "Delete it on one of the two sides.")


LINT = Lint("reference/both-sides", "A contradiction is written on one side only.", _check, "warning")

"""Each statement of a document is judged by one claim, and claims name statements that exist."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding, near
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    judged: dict[tuple[str, str], Entry] = {}
    for entry, claim in view.claim_entries:
        document, number = claim.source.id, claim.source.item
        if number is None:
            continue
        known = view.items(document)
        if known is None or number not in known:
            guess = near(number, known or ())
            what = f'has no statement "{number}"' if known is not None else "has no list of statements"
            hint = f'Did you mean "{guess}"?' if guess else f"The statements stand in documents/{document}/items.yml."
            yield lint.at(entry, ("source", "item"), f'"{document}" {what}.', hint)
            continue
        first = judged.setdefault((document, number), entry)
        if first is not entry:
            message = f'Statement {number} of "{document}" is already judged by {first.source.path}.'
            yield lint.at(entry, ("source", "item"), message, "Merge the two claims, or correct the number.")


LINT = Lint("identity/item", "A statement of a document is judged by one claim, which names it rightly.", _check)

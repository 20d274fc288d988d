"""The document whose statement is judged is no evidence for it."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Claim, Document


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    documents: dict[str, Document | None] = {}
    for entry, location, source in view.references:
        claim = entry.entity
        if not isinstance(claim, Claim):
            continue
        name = claim.source.id
        if name not in documents:
            found = view.entity(name)
            documents[name] = found if isinstance(found, Document) else None
        document = documents[name]
        if document is None:
            continue
        titles = (document.title.zh_hant, document.title.en)
        if source.target == name or (source.url and name in source.url) or (source.title in titles):
            message = f'"{name}" is cited as evidence for its own statement.'
            hint = "Cite what the statement rests on: a paper, a program's source, a configuration."
            yield lint.at(entry, location, message, hint)


LINT = Lint("sources/self-evidence", "A document is no evidence for its own statements.", _check)

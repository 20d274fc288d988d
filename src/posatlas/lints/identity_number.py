"""A number stands for one statement of a document."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema.document import Items


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, items in view.beside:
        if not isinstance(items, Items):
            continue
        seen: set[str] = set()
        for index, item in enumerate(items.items):
            if item.id in seen:
                message = f'The number {item.id} already stands for another statement of "{entry.id}".'
                yield lint.at(entry, ("items", index, "id"), message, "Give it the next free number.")
            seen.add(item.id)


LINT = Lint("identity/number", "A number stands for one statement of a document.", _check)

"""No entity refers to itself."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View, shown


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, edge in view.edges:
        if edge.target == entry.id:
            message = f'{shown(edge.location)} = "{edge.target}" is the entity itself.'
            yield lint.at(entry, edge.location, message, "Name another entity, or delete the reference.")


LINT = Lint("reference/self", "No entity refers to itself.", _check)

"""No list names the same entity twice."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View, shown

_ONCE = ("descends_from", "needs")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    seen: set[tuple[object, ...]] = set()
    for entry, edge in view.edges:
        location = edge.location
        if location[-1].__class__ is int:
            key = (entry.id, edge.target, *location[:-1])
        elif edge.relation in _ONCE:
            key = (entry.id, edge.target, edge.relation)
        else:
            continue
        if key in seen:
            message = f'{shown(location)} = "{edge.target}" stands in the list already.'
            yield lint.at(entry, location, message, "Delete it.")
        seen.add(key)


LINT = Lint("reference/duplicate", "No list names an entity twice.", _check)

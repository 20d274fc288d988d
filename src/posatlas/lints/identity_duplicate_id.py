"""No two entities share an id, of whatever kinds they are."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    if len(view.by_id) == len(view.corpus.entries):
        return
    groups: dict[str, list[Entry]] = {}
    for entry in view.corpus.entries:
        groups.setdefault(entry.id, []).append(entry)
    for identifier, group in groups.items():
        known = [e for e in group if e.unread] or group[:1]
        for entry in group:
            if len(group) == 1 or entry.unread or entry is known[0]:
                continue
            other = known[0]
            if "redirect" in (entry.kind.name, other.kind.name):
                message = f'"{identifier}" is a retired id: {other.source.path} has it too, and one of them redirects.'
                hint = "Choose another id, or delete the redirect."
            else:
                message = f'"{identifier}" is already the id of the {other.kind.name} {other.source.path}.'
                hint = f"Rename the file, for example to {identifier}-{entry.kind.name}.yml."
            yield lint.at(entry, (), message, hint)


LINT = Lint("identity/duplicate-id", "An id belongs to one entity, across all kinds and redirects.", _check)

"""An alias names one entity of a kind: it is no other's id, name or alias."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding
from posatlas.lints.rule import Lint, Location, View
from posatlas.schema import Term, Text


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    owners: dict[tuple[str, str], Entry] = {}
    claimed: list[tuple[Entry, Location, str]] = []
    for entry in view.entries:
        kind, entity = entry.kind.name, entry.entity
        if kind in ("claim", "paper"):
            continue
        owners.setdefault((kind, entry.id), entry)
        name = getattr(entity, "name", None)
        if isinstance(name, Text):
            owners.setdefault((kind, name.zh_hant.casefold()), entry)
            owners.setdefault((kind, name.en.casefold()), entry)
        elif isinstance(entity, Term):
            if entity.role == "glossary":
                owners.setdefault((kind, entity.zh_hant.casefold()), entry)
        elif name is not None:
            owners.setdefault((kind, name.casefold()), entry)
        for index, alias in enumerate(getattr(entity, "aliases", ())):
            claimed.append((entry, ("aliases", index), alias))
    for entry, location, alias in claimed:
        word = alias.casefold()
        owner = owners.setdefault((entry.kind.name, word), entry)
        if owner is not entry:
            message = f'The alias "{alias}" already names the {owner.kind.name} "{owner.id}".'
            yield lint.at(entry, location, message, "Delete the alias of one of the two, or make it longer.")


LINT = Lint("identity/alias", "An alias is no other entity's id, name or alias, within a kind.", _check)

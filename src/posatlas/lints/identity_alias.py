"""An alias names one entity of a kind: it is no other's id, name or alias."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding
from posatlas.lints.rule import Lint, Location, View
from posatlas.schema import Term, Text


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    owners: dict[str, dict[str, Entry]] = {}
    claimed: list[tuple[Entry, Location, str]] = []
    for entry in view.entries:
        kind, entity = entry.kind.name, entry.entity
        if "aliases" not in entry.kind.model.model_fields:
            continue
        known = owners.setdefault(kind, {})
        known.setdefault(entry.id, entry)
        if isinstance(entity, Term):
            if entity.role == "glossary":
                known.setdefault(entity.zh_hant.casefold(), entry)
        else:
            name = entity.name  # type: ignore[union-attr]
            for form in (name.zh_hant, name.en) if isinstance(name, Text) else (name,):
                known.setdefault(form.casefold(), entry)
        for index, alias in enumerate(entity.aliases):  # type: ignore[union-attr]
            claimed.append((entry, ("aliases", index), alias))
    for entry, location, alias in claimed:
        owner = owners[entry.kind.name].setdefault(alias.casefold(), entry)
        if owner is not entry:
            message = f'The alias "{alias}" already names the {owner.kind.name} "{owner.id}".'
            yield lint.at(entry, location, message, "Delete the alias of one of the two, or make it longer.")


LINT = Lint("identity/alias", "An alias is no other entity's id, name or alias, within a kind.", _check)

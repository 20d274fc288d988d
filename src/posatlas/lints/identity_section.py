"""Sections are told apart by their names and pages, and every statement lies in one of them."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Document
from posatlas.schema.document import Items


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    yield from _alike(view, lint)
    for entry, items in view.beside:
        document = view.entity(entry.id)
        if not isinstance(items, Items) or not isinstance(document, Document):
            continue
        for index, item in enumerate(items.items):
            if not any(section.holds(item.section) for section in document.sections):
                message = f'"{item.section}" begins with the name of no section, so that no page shows {item.id}.'
                hint = f"Sections are {', '.join(section.name for section in document.sections)}."
                yield lint.at(entry, ("items", index, "section"), message, hint)


def _alike(view: View, lint: Lint) -> Iterator[Finding]:
    pages: dict[str, str] = {}  # the pages of all documents lie in one folder
    for entry in view.of("document"):
        assert isinstance(entry.entity, Document)
        names: set[str] = set()
        for index, section in enumerate(entry.entity.sections):
            if section.name in names:
                message = f'Another section is called "{section.name}" too; statements of both would lie in each.'
                yield lint.at(entry, ("sections", index, "name"), message, "Tell them apart, as the items do.")
            names.add(section.name)
            if section.slug in pages:
                message = f'The page "{section.slug}" is that of the section "{pages[section.slug]}".'
                yield lint.at(entry, ("sections", index, "slug"), message, "Give it a page of another name.")
            pages.setdefault(section.slug, section.name)


LINT = Lint("identity/section", "Sections have names and pages of their own, and each statement lies in one.", _check)

"""Every reference names an entity of a kind that the field allows."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import identifier_problem
from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View, shown
from posatlas.schema import KINDS
from posatlas.words import with_article


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    by_id = view.by_id
    for entry, edge in view.edges:
        target = by_id.get(edge.target)
        if target is not None and (target.kind.name in edge.kinds or target.kind.name == "redirect"):
            continue
        place = shown(edge.location)
        kinds = " or ".join(sorted(edge.kinds)) if len(edge.kinds) <= 4 else "entity that fits here"
        kinds = f"{'an' if kinds[0] in 'aeiou' else 'a'} {kinds}"
        if target is not None:
            message = f'{place} = "{edge.target}" is {with_article(target.kind.name)}, not {kinds}.'
            yield lint.at(entry, edge.location, message, f"Name {kinds}.")
            continue
        guess = view.near(edge.target, edge.kinds)
        kind = KINDS[min(edge.kinds)] if len(edge.kinds) == 1 else None
        hint = f'Did you mean "{guess}"?' if guess else "Correct the id"
        if not guess:
            can_begin = kind is not None and not identifier_problem(edge.target)
            about = " --about SUBJECT" if can_begin and kind and kind.name == "claim" else ""
            hint += f", or begin it:  posatlas new {kind.name} {edge.target}{about}" if can_begin and kind else "."
        yield lint.at(entry, edge.location, f'{place} = "{edge.target}" is not {kinds}.', hint)


LINT = Lint("reference/unresolved", "Every reference names an existing entity of an allowed kind.", _check)

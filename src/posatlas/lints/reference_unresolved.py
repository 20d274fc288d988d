"""Every reference names an entity of a kind that the field allows."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding, near
from posatlas.lints.rule import Lint, View
from posatlas.references import edges
from posatlas.schema import KINDS


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.entries:
        for edge in edges(entry.entity):  # type: ignore[arg-type]
            target = view.by_id.get(edge.target)
            if target is not None and target.kind.name in edge.kinds:
                continue
            place = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in edge.location).lstrip(".")
            kinds = " or ".join(sorted(edge.kinds)) if len(edge.kinds) < 4 else "entity that fits here"
            if target is not None:
                message = f'{place} = "{edge.target}" is a {target.kind.name}, not a {kinds}.'
                yield lint.at(entry, edge.location, message, f"Name a {kinds}.")
                continue
            known = [i for i, e in view.by_id.items() if e.kind.name in edge.kinds]
            guess = near(edge.target, known)
            kind = KINDS[sorted(edge.kinds)[0]] if len(edge.kinds) == 1 else None
            hint = f'Did you mean "{guess}"?' if guess else "Correct the id"
            if not guess:
                hint += f", or write kb/{kind.folder}/{edge.target}.yml." if kind else ", or write the entity's file."
            yield lint.at(entry, edge.location, f'{place} = "{edge.target}" is not a {kinds}.', hint)


LINT = Lint("reference/unresolved", "Every reference names an existing entity of an allowed kind.", _check)

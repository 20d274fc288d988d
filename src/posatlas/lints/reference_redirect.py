"""Nothing points to a redirect: what moved is named by its new id."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View, shown
from posatlas.lints.texts import citation
from posatlas.schema import Redirect


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    retired = {identifier for identifier, entry in view.by_id.items() if entry.kind.name == "redirect"}
    if not retired:
        return
    for entry, edge in view.edges:
        if edge.target in retired:
            message = f'{shown(edge.location)} = "{edge.target}" is a redirect.'
            yield lint.at(entry, edge.location, message, _instead(view, edge.target))
    wrong: dict[str, list[str]] = {}
    for token in view.distinct_tokens:
        if token[:2] == "[@":
            named = citation(token).claims
        else:
            named = (token[2:-2].partition("|")[0],) if token[:2] == "[[" else ()
        for identifier in named:
            if identifier in retired:
                wrong.setdefault(token, []).append(identifier)
    for passage, language, token in view.holding(wrong):
        for identifier in wrong[token]:
            message = f'"{identifier}" in {token} is a redirect.'
            yield lint.inside(passage, language, message, _instead(view, identifier), token.split(" ")[0])


def _instead(view: View, identifier: str) -> str:
    target = view.entity(identifier)
    if isinstance(target, Redirect):
        return "Name " + " or ".join(f'"{new}"' for new in target.to) + " instead."
    return "Name the id that took its place."


LINT = Lint("reference/redirect", "No reference, mark or link names a redirect.", _check)

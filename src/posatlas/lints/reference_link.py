"""The links [[id]] in texts name entities."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    by_id = view.by_id
    wrong: dict[str, tuple[str, str]] = {}
    for link in view.distinct_tokens:
        if link[:2] != "[[":
            continue
        identifier = link[2:-2].partition("|")[0]
        if identifier in by_id:
            continue
        guess = view.near(identifier)
        hint = f'Did you mean "{guess}"?' if guess else "Correct the id, or write the name without brackets."
        wrong[link] = f'"{identifier}" in {link} is not an entity.', hint
    for passage, language, link in view.holding(wrong):
        message, hint = wrong[link]
        yield lint.inside(passage, language, message, hint, link.split(" ")[0])


LINT = Lint("reference/link", "Links [[id]] in texts name existing entities.", _check)

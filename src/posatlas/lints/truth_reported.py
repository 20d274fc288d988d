"""[@?id] marks exactly the claims that are contradicted or unverifiable."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.lints.texts import citation

_ONLY_REPORTED = ("contradicted", "unverifiable")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    wrong: dict[str, list[tuple[str, str]]] = {}
    for mark in view.distinct_tokens:
        if mark[:2] != "[@":
            continue
        named = citation(mark)
        for identifier in named.claims:
            claim = view.claim(identifier)
            if claim is None or (identifier in named.reported) == (claim.verdict in _ONLY_REPORTED):
                continue
            if identifier in named.reported:
                message = f'"{identifier}" is {claim.verdict}, and a sentence may rest on it.'
                hint = f"Write {identifier} without the question mark."
            else:
                message = f'A sentence rests on "{identifier}", which is {claim.verdict}.'
                hint = f"Write [@?{identifier}], and say who says so; or rest it on another claim."
            wrong.setdefault(mark, []).append((message, hint))
    for passage, language, mark in view.holding(wrong):
        for message, hint in wrong[mark]:
            yield lint.inside(passage, language, message, hint, mark.split(" ")[0])


LINT = Lint("truth/reported", "The mark [@?id] stands for contradicted and unverifiable claims, and no others.", _check)

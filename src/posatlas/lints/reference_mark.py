"""The marks [@id] in texts are well formed and name claims."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.lints.texts import citation
from posatlas.words import with_article


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    by_id = view.by_id
    wrong: dict[str, list[tuple[str, str]]] = {}
    for mark in view.distinct_tokens:
        if mark[:2] != "[@":
            continue
        named = citation(mark)
        if named.malformed or not (named.claims or mark == "[@-]"):
            message = f"The mark {mark} cannot be read."
            wrong[mark] = [(message, "Write [@claim-id], [@id-a; @id-b], [@?id] for a reported claim, or [@-].")]
            continue
        for identifier in named.claims:
            target = by_id.get(identifier)
            if target is None:
                guess = view.near(identifier, frozenset({"claim"}))
                hint = f'Did you mean "{guess}"?' if guess else "Correct the id, or write the claim."
                wrong.setdefault(mark, []).append((f'"{identifier}" in {mark} is not a claim.', hint))
            elif target.kind.name not in ("claim", "redirect"):
                message = f'"{identifier}" in {mark} is {with_article(target.kind.name)}, not a claim.'
                hint = f"Link entities as [[{identifier}]]; marks name claims."
                wrong.setdefault(mark, []).append((message, hint))
    for passage, language, mark in view.holding(wrong):
        for message, hint in wrong[mark]:
            yield lint.inside(passage, language, message, hint, mark.split(" ")[0])


LINT = Lint("reference/mark", "Marks [@id] in texts are well formed and name claims.", _check)

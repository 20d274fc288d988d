"""Which texts speak of companies, markets and opinions, and are held to the rules of attribution."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, Passage, View
from posatlas.schema import Claim

_KINDS = frozenset({"organisation", "thesis", "model"})
_CLAIM_KINDS = frozenset({"market", "opinion", "forecast"})
_OF_THE_DOCUMENT = frozenset({"statement", "scope", "parts"})


def passages(view: View) -> Iterator[Passage]:
    """Texts in the atlas's own voice about companies, markets and opinions; paraphrases of the document are not."""
    for passage in view.passages:
        entry = passage.entry
        if entry.kind.name in _KINDS:
            yield passage
        elif (
            entry.kind.name == "claim"
            and passage.location[0] not in _OF_THE_DOCUMENT
            and isinstance(entry.entity, Claim)
            and entry.entity.kind in _CLAIM_KINDS
        ):
            yield passage


def search(
    view: View, lint: Lint, patterns: dict[str, re.Pattern[str]], message: str, hint: str
) -> Iterator[Finding]:
    """Findings where a pattern occurs; `message` has a place for what was found."""
    for passage in passages(view):
        for language, pattern in patterns.items():
            match = pattern.search(passage.written(language))
            if match:
                found = match[0].strip()
                yield lint.inside(passage, language, message.format(found), hint, found.split(" ")[0])

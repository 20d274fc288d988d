"""Which texts speak of companies, markets and opinions, and are held to the rules of attribution."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, Passage, View

_KINDS = frozenset({"organisation", "thesis", "model"})
_CLAIM_KINDS = frozenset({"market", "opinion", "forecast"})
_OF_THE_DOCUMENT = frozenset({"statement", "scope", "parts"})


def passages(view: View) -> list[Passage]:
    """Texts in the atlas's own voice about companies, markets and opinions; paraphrases of the document are not."""
    spoken_of = {entry.id for kind in _KINDS for entry in view.of(kind)}
    claims = {entry.id for entry, claim in view.claim_entries if claim.kind in _CLAIM_KINDS}
    return [
        passage
        for passage in view.passages
        if (identifier := passage.entry.id) in spoken_of
        or (identifier in claims and passage.location[0] not in _OF_THE_DOCUMENT)
    ]


def search(
    view: View,
    lint: Lint,
    patterns: dict[str, re.Pattern[str]],
    needles: dict[str, tuple[str, ...]],
    message: str,
    hint: str,
) -> Iterator[Finding]:
    """Findings where a pattern occurs; `message` has a place for what was found.

    A pattern occurs only where one of its needles does, in small letters; these are looked for first.
    """
    held = passages(view)
    for language, pattern in patterns.items():
        written = [passage.written(language) for passage in held]
        whole = "\n".join(written).lower()
        present = [needle for needle in needles[language] if needle in whole]
        if not present:
            continue
        for passage, text in zip(held, written, strict=True):
            lowered = text.lower()
            if any(needle in lowered for needle in present):
                match = pattern.search(text)
                if match and not _reports(text, match.start(), language):
                    found = match[0].strip()
                    yield lint.inside(passage, language, message.format(found), hint, found.split(" ")[0])


def _reports(text: str, place: int, language: str) -> bool:
    """Whether the sentence at a place only reports what the document says."""
    ends = "。！？" if language == "zh-Hant" else ".!?"
    start = max(text.rfind(end, 0, place) for end in ends) + 1
    stop = min((found for end in ends if (found := text.find(end, place)) >= 0), default=len(text))
    return _REPORTS[language].search(text, start, stop) is not None


_REPORTS = {
    "zh-Hant": re.compile("文件|文中|原文|「"),
    "en": re.compile(r"\bdocument|[“\"]", re.IGNORECASE),
}

"""Views of the document are told as its views: the site does not adopt them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Claim

_NAMED = {
    "zh-Hant": re.compile("文件|文中|原文|原句|陳述|這句|說法|主張|作者"),
    "en": re.compile(
        r"\b(?:documents?|statements?|claims?|sentence|says?|said|argues?|asserts?|authors?|thesis|view|premise)\b",
        re.IGNORECASE,
    ),
}
_TOLD = {
    "zh-Hant": re.compile("文件|文中|原文"),
    "en": re.compile(r"\bdocument", re.IGNORECASE),
}


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for passage in view.passages:
        kind, place = passage.entry.kind.name, passage.location
        if place == ("about",) and kind == "thesis":
            patterns = _TOLD
        elif place == ("about",) and kind == "organisation":
            patterns = _TOLD
        elif place == ("explanation",) and _is_view(passage.entry.entity):
            patterns = _NAMED
        else:
            continue
        for language, pattern in patterns.items():
            if not pattern.search(passage.written(language)):
                message = f"The {language} text does not say whose view it tells."
                hint = "Attribute it: 文件主張…" if language == "zh-Hant" else "Attribute it: the document argues …"
                yield lint.inside(passage, language, message, hint)


def _is_view(claim: object) -> bool:
    return isinstance(claim, Claim) and claim.kind in ("market", "opinion", "forecast") and claim.source.item is not None


LINT = Lint("attribution/voice", "Views about markets and companies are told as the document's.", _check)

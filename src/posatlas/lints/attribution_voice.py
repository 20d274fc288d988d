"""Views of the document are told as its views: the site does not adopt them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View

_TOLD = {
    "zh-Hant": re.compile("文件|文中|原文"),
    "en": re.compile(r"\bdocument", re.IGNORECASE),
}


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for passage in view.passages:
        kind, place = passage.entry.kind.name, passage.location
        if place != ("about",) or kind not in ("thesis", "organisation"):
            continue
        for language, pattern in _TOLD.items():
            if not pattern.search(passage.written(language)):
                message = f"The {language} text does not say whose view it tells."
                hint = "Attribute it: 文件主張…" if language == "zh-Hant" else "Attribute it: the document argues …"
                yield lint.inside(passage, language, message, hint)


LINT = Lint("attribution/voice", "Views about markets and companies are told as the document's.", _check)

"""Every sentence of prose ends with references to the claims that it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.lints.texts import uncited

_UNSEEN = re.compile("[\ue000-\ue002]")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    places = view.prose
    for language in ("zh-Hant", "en"):
        pieces = view.scans[language].masked
        for number, end in uncited([pieces[index] for index in places], language):
            passage = view.passages[places[number]]
            seen = _UNSEEN.split(end.strip())[-1]
            message = f'A sentence of prose ends in "…{seen}" without a reference to a claim.'
            hint = "Add [@claim-id] after it, or [@-] where it asserts nothing."
            yield lint.inside(passage, language, message, hint, seen.split(" ")[-1].split("\n")[-1])


LINT = Lint("truth/sentence", "Every sentence of prose ends with references to claims.", _check)

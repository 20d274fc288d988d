"""Every sentence of prose ends with references to the claims that it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.lints.texts import is_prose, uncited


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for passage in view.passages:
        if not is_prose(passage):
            continue
        for language in ("zh-Hant", "en"):
            end = uncited(passage.written(language), language)
            if end is not None:
                message = f'A sentence of prose ends in "…{end}" without a reference to a claim.'
                hint = "Add [@claim-id] after it, or [@-] where it asserts nothing."
                yield lint.inside(passage, language, message, hint, end.split(" ")[-1].split("\n")[-1])


LINT = Lint("truth/sentence", "Every sentence of prose ends with references to claims.", _check)

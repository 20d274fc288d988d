"""A translation that remembers its source text was made from the present one."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.lints.texts import digest


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for passage in view.passages:
        made_from = passage.text.translated_from
        if made_from is not None:
            present = digest(passage.text.zh_hant)
            if made_from != present:
                message = "The English was made from another zh-Hant text than the present one."
                hint = f"Bring the English up to date, then write  translated_from: {present}"
                place = (*passage.location, "translated_from")
                yield lint.at(passage.entry, place, message, hint)


LINT = Lint("languages/stale", "A translation was made from the present text.", _check, "warning")

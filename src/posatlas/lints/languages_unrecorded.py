"""The record of translations holds every text as it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    new = (passage for passage, found in view.compared_texts if not found.recorded and not found.behind)
    for _, passages in groupby(new, key=lambda passage: passage.entry.source.path):
        texts = list(passages)
        what = "A text is" if len(texts) == 1 else f"{len(texts)} texts are"
        message = f"{what} not in the record of translations, so that it cannot tell when one language falls behind."
        yield lint.at(texts[0].entry, texts[0].location, message, "Run  posatlas translations --record")


LINT = Lint("languages/unrecorded", "The record of translations holds every text.", _check, "warning")

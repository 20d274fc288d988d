"""The files of evidence can be read."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    if not view.corpus.partial and view.unreadable_records:
        name, _, reason = view.unreadable_records.partition(": ")
        path = f"{view.corpus.shown_as}/evidence/{name}"
        message = f"The evidence cannot be read: {reason.partition('; write it again')[0]}."
        yield Finding(path, 1, 1, lint.severity, lint.code, message, "Run  posatlas check --record")


LINT = Lint("truth/evidence-unreadable", "Files of evidence hold records, as they were written.", _check)

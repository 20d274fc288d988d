"""The files of evidence can be read."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    error = view.unreadable_records
    if error is not None and not view.corpus.partial:
        path = f"{view.corpus.shown_as}/evidence/{error.file}"
        message, hint = f"The evidence cannot be read: {error.reason}.", "Delete it, then run  posatlas check --record"
        yield Finding(path, error.line or 1, error.column or 1, lint.severity, lint.code, message, hint)


LINT = Lint("truth/evidence-unreadable", "Files of evidence hold records, as they were written.", _check)

"""The records of history and of translations can be read."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for folder, error in () if view.corpus.partial else view.unreadable_kept:
        path = f"{view.corpus.shown_as}/evidence/{folder}/{error.file}"
        hint = f"Take the file from the main branch, then run  posatlas {folder} --record"
        message = f"The record cannot be read: {error.reason}."
        yield Finding(path, error.line or 1, error.column or 1, lint.severity, lint.code, message, hint)


LINT = Lint("history/unreadable", "Records of history and translations are as they were written.", _check)

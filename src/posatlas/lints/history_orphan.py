"""The record of history names only entities that are there."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.entity_records import read_rows
from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    gone = [difference.id for difference in view.unrecorded if difference.what == "gone"]
    folder = view.corpus.root / "evidence" / "history"
    rows = read_rows(folder) if gone else {}
    for identifier in gone:
        file = rows[identifier].file
        lines = (folder / file).read_text(encoding="utf-8").splitlines()
        line = next((n for n, text in enumerate(lines, 1) if text.startswith(f"{identifier}:")), 1)
        path = f"{view.corpus.shown_as}/evidence/history/{file}"
        message = f"The record of history holds {identifier}, which is not there any more."
        yield Finding(path, line, 1, lint.severity, lint.code, message, "Run  posatlas history --record")


LINT = Lint("history/orphan", "The record of history names only what is there.", _check, "warning")

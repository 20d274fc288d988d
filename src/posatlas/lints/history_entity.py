"""Every entity stands in the record of history."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for difference in view.unrecorded:
        if difference.what == "new":
            message = f"The record of history does not hold {difference.id}, so that no reader is told that it is new."
            yield lint.at(view.by_id[difference.id], (), message, "Run  posatlas history --record")


LINT = Lint("history/entity", "Every entity stands in the record of history.", _check, "warning")

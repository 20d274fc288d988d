"""The record of history shows the verdict of every claim."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for difference in view.unrecorded:
        if difference.what == "verdict":
            before, after = difference.before or "none", difference.after or "none"
            message = f'The verdict is "{after}", in the record of history "{before}": no reader is told of the change.'
            place = ("verdict",) if difference.after else ()
            yield lint.at(view.by_id[difference.id], place, message, "Run  posatlas history --record")


LINT = Lint("history/verdict", "The record of history shows every verdict.", _check, "warning")

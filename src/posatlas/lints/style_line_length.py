"""No line has more than 400 characters."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.reading import LONGEST_LINE


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.sources:
        if not entry.source.untidy:
            continue
        text = entry.source.text
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > LONGEST_LINE:
                message = f"The line has {len(line)} characters; at most {LONGEST_LINE} can be read in a diff."
                hint = "Fold the text with >- and break it into lines of up to 160 characters."
                yield Finding(entry.source.path, number, LONGEST_LINE + 1, lint.severity, lint.code, message, hint)


LINT = Lint("style/line-length", "No line has more than 400 characters.", _check)

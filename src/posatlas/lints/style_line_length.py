"""No line has more than 400 characters."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View

_LONGEST = 400
_STEP = _LONGEST // 2


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.sources:
        text = entry.source.text
        if len(text) <= _LONGEST:
            continue
        # A longer line covers one of these stretches whole, and then no line feed is in it.
        for start in range(0, len(text) - _STEP + 1, _STEP):
            if text.find("\n", start, start + _STEP) < 0:
                break
        else:
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > _LONGEST:
                message = f"The line has {len(line)} characters; at most {_LONGEST} can be read in a diff."
                hint = "Fold the text with >- and break it into lines of up to 160 characters."
                yield Finding(entry.source.path, number, _LONGEST + 1, lint.severity, lint.code, message, hint)


LINT = Lint("style/line-length", "No line has more than 400 characters.", _check)

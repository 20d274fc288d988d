"""Lines end in a line feed without blanks before it, the last one too; indentation holds no tab."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View

_WRONG = (
    (re.compile(r"\r"), "The line ends in a carriage return.", "Save the file with line feeds only."),
    (re.compile(r"[ \t]+$", re.MULTILINE), "The line ends in blanks.", "Delete the blanks at the end of the line."),
    (re.compile(r"\t"), "The line holds a tab.", "Write spaces."),
    (re.compile(r"\n\n+\Z"), "The file ends in empty lines.", "Delete the empty lines."),
)


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.sources:
        if not entry.source.untidy:
            continue
        text = entry.source.text
        path = entry.source.path
        for pattern, message, hint in _WRONG:
            match = pattern.search(text)
            if match:
                line = text.count("\n", 0, match.start()) + 1
                column = match.start() - text.rfind("\n", 0, match.start())
                yield Finding(path, line, column, lint.severity, lint.code, message, hint)
        if not text.endswith("\n"):
            last = text.rsplit("\n", 1)[-1]
            message, hint = "The last line does not end in a line feed.", "End the file with one line feed."
            yield Finding(path, text.count("\n") + 1, len(last) + 1, lint.severity, lint.code, message, hint)


LINT = Lint("style/whitespace", "Lines end in one line feed, without blanks, carriage returns or tabs.", _check)

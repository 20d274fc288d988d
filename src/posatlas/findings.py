"""A finding: one mistake in one place, printed as text, JSON or a GitHub annotation from the same object."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
_LONGEST = 800  # characters of a sentence


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, where (1-based line and column), and what to do about it."""

    path: str
    line: int
    column: int
    severity: Severity
    code: str
    message: str
    hint: str = ""
    excerpt: str = ""

    def row(self) -> dict[str, object]:
        """The finding as a JSON row."""
        return {
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
        }

    def text(self) -> str:
        """The finding as lines for a terminal, with the source line and a caret under the column."""
        place = f"{printable(self.path)}:{self.line}:{self.column}"
        lines = [f"{place}  {self.severity}  {self.code}", f"  {printable(self.message)}"]
        if self.excerpt:
            number = f"{self.line:5d} | "
            shown, caret = _clip(self.excerpt, self.column)
            lines.append(number + shown)
            lines.append(" " * (len(number) + caret) + "^")
        if self.hint:
            lines.append(f"  fix: {printable(self.hint)}")
        return "\n".join(lines)

    def annotation(self) -> str:
        """The finding as a GitHub workflow command."""
        message = self.message + (f" Fix: {self.hint}" if self.hint else "")
        file = _escaped(self.path).replace(":", "%3A").replace(",", "%2C")
        place = f"file={file},line={self.line},col={self.column},title={self.code}"
        return f"::{self.severity} {place}::{_escaped(message)}"


def _escaped(text: str) -> str:
    """Text inside a workflow command, where a line break would begin another command."""
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def printable(text: str) -> str:
    """Text for one line of a terminal: what would move its cursor or hide text is written as escapes, and what is very
    long, for it repeats a value of a file, is cut."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 4 :]}"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\u3000" else ascii(c)[1:-1] for c in text)


def _clip(line: str, column: int, width: int = 100) -> tuple[str, int]:
    """A window of the line that holds the column, without control characters; and the caret's place in it."""
    caret = max(column - 1, 0)
    start = max(0, caret - width + 20)
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line[start : start + width])
    return shown, min(caret - start, len(shown))


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without doubles, by path, line and column."""
    return sorted(set(findings), key=lambda f: (f.path, f.line, f.column, f.code, f.message))


def render(findings: Sequence[Finding], style: Literal["text", "json", "github"]) -> str:
    """All findings in one style; JSON is an array of rows."""
    if style == "json":
        return json.dumps([f.row() for f in findings], ensure_ascii=False, indent=1)
    if style == "github":
        return "\n".join(f.annotation() for f in findings)
    return "\n\n".join(f.text() for f in findings)


def near(word: str, known: Iterable[str]) -> str | None:
    """The known word most like the given one, or none."""
    matches = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None

"""Mending the texts of a file: blanks, punctuation, invisible characters, where the checks know the right form."""

from __future__ import annotations

import difflib
import re
from typing import Any, Final

from posatlas.languages.checks import check_text
from posatlas.languages.problems import Problem
from posatlas.reading import Source

__all__ = ["mended_text", "written_into"]

_LENGTHS: Final = {  # of what a fix takes the place of; None: it is told by the text
    "missing-space": 0,
    "extra-space": None,
    "half-width-punctuation": 1,
    "full-width-character": None,
    "invisible-character": 1,
}
_BLANKS: Final = re.compile(r" +")
_ROUNDS: Final = 200
_CONTEXT: Final = 10


def mended_text(text: str, language: str) -> str:
    """A text with what the checks know to be wrong put right; everything else stays."""
    for _ in range(_ROUNDS):
        known = (p for p in check_text(text, language) if p.code in _LENGTHS and p.fix is not None)
        first = next(known, None)
        if first is None:
            break
        text = _put_right(text, first)
    return text


def _put_right(text: str, problem: Problem) -> str:
    fix, length, offset = problem.fix or "", _LENGTHS[problem.code], problem.offset
    if problem.code == "extra-space":
        blanks = _BLANKS.match(text, offset)
        length = len(blanks[0]) if blanks else 0
        beside = text[offset - 1 : offset] + text[offset + length : offset + length + 1]
        fix = " " if length > 1 and beside.isascii() and beside[-1:] not in "%°" else ""
    elif length is None:
        length = len(fix)
    return text[:offset] + fix + text[offset + length :]


def written_into(file: str, source: Source, location: tuple[Any, ...], old: str, new: str) -> str:
    """The text of a file in which a value, read as `old`, is written as `new`, with the folding that it has.

    What cannot be found in the file as it was read, such as text with escapes, stays.
    """
    line, _ = source.position(location)
    start = sum(len(one) for one in file.splitlines(keepends=True)[: line - 1])
    for what, i, j, k, m in reversed(difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if what == "equal":
            continue
        left, right = old[max(0, i - _CONTEXT) : i], old[j : j + _CONTEXT]
        pattern = re.compile(f"({_folded(left)})({_folded(old[i:j])})(?={_folded(right)})")
        match = pattern.search(file, start)
        if match is None:
            continue
        file = file[: match.end(1)] + new[k:m] + file[match.end() :]
        old = old[:i] + new[k:m] + old[j:]
    return file


def _folded(text: str) -> str:
    """A pattern for a text in which a blank may be a fold."""
    return re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(text))

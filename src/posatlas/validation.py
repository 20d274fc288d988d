"""Validation: every mistake of every file in one run."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from pathlib import Path

from posatlas.blanks import blanks_of_code
from posatlas.collecting import without_collecting
from posatlas.corpus import PACKAGED_KB, Corpus, read_corpus, read_files
from posatlas.findings import Finding, ordered
from posatlas.folders import passed_over
from posatlas.lints import LINTS, View
from posatlas.lints.exceptions import without_exempt


def validate(root: Path = PACKAGED_KB, shown_as: str = "kb", today: datetime.date | None = None) -> list[Finding]:
    """All findings about a knowledge base, ordered by path and line.

    `today` is the date that time lints compare with; by default the present day.
    """
    with without_collecting():
        return validate_corpus(read_corpus(root, shown_as), today)


def validate_files(root: Path, files: Iterable[Path], shown_as: str = "kb") -> list[Finding]:
    """Findings about single files; what they refer to is read where a lint needs it."""
    files = list(files)
    return validate_corpus(read_files(root, files, shown_as))


def validate_corpus(corpus: Corpus, today: datetime.date | None = None) -> list[Finding]:
    """Findings of reading, of the schema and of all lints."""
    view = View(corpus, today or datetime.date.today())
    findings = list(corpus.findings)
    with without_collecting():
        for lint in LINTS:
            findings.extend(lint.check(view, lint))
    if not corpus.partial:
        findings.extend(blanks_of_code(corpus.root))
        for parts, message, hint in passed_over(corpus.root) if corpus.root.is_dir() else ():
            place = "/".join((corpus.shown_as, *parts))
            findings.append(Finding(place, 1, 1, "error", "identity/path", message, hint))
    if not corpus.partial and not corpus.entries and not findings:
        hint = "Name the knowledge base:  --kb DIR  Or begin it:  posatlas new paper ID --kb DIR"
        message = "The folder holds no entity, so that nothing was checked."
        findings.append(Finding(corpus.shown_as, 1, 1, "error", "identity/folder", message, hint))
    return ordered(without_exempt(findings, corpus, (lint.code for lint in LINTS)))

"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How data is printed."""

    TEXT = "text"
    JSON = "json"


class Languages(StrEnum):
    """Language of the output."""

    EN = "en"
    ZH_HANT = "zh-Hant"
    ZH_HANS = "zh-Hans"


KnowledgeBase = Annotated[
    Path | None,
    typer.Option(
        "--kb", help="Folder of the knowledge base; without it ./kb of a checkout, or the packaged one.", metavar="DIR"
    ),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="How to print.")]
OutputLanguage = Annotated[Languages, typer.Option("--language", help="Language of the text.")]


def knowledge_base(given: Path | None) -> tuple[Path, str]:
    """Folder to read, and how messages call it: the one given, ./kb in a checkout, or the packaged one."""
    from posatlas.corpus import PACKAGED_KB

    if given is not None:
        return given, given.as_posix().rstrip("/")
    here = Path("kb")
    if here.is_dir() and Path("schema").is_dir():
        return here, "kb"
    return PACKAGED_KB, PACKAGED_KB.as_posix()


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 error, 2 errors."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

"""`posatlas find`: entities by words."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from posatlas.command_line.options import (
    Format,
    KnowledgeBase,
    Languages,
    OutputFormat,
    OutputLanguage,
    knowledge_base,
)

EXAMPLE = "Example:  posatlas find 旋轉位置編碼"


def find(
    words: Annotated[list[str], typer.Argument(help="Words in any of the languages.")],
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    kind: Annotated[str | None, typer.Option("--kind", help="Only entities of this kind.")] = None,
    language: OutputLanguage = Languages.EN,
    limit: Annotated[int, typer.Option("--limit", help="How many to print at most.", min=1)] = 20,
) -> None:
    """Find entities by name, alias, id or text; the best matches first."""
    from posatlas.atlas import load
    from posatlas.finding_entities import find as run

    matches = run(load(knowledge_base(kb)[0]), " ".join(words), kind, language.value)[:limit]
    if format is Format.JSON:
        typer.echo(json.dumps([m._asdict() for m in matches], ensure_ascii=False, indent=1))
    else:
        for match in matches:
            typer.echo(f"{match.id}  ({match.kind})  {match.name}")
    if not matches:
        typer.echo("Nothing was found.", err=True)
        raise typer.Exit(1)

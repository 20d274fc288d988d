"""`posatlas compare`: methods side by side."""

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

EXAMPLE = "Example:  posatlas compare rope alibi"


def compare(
    methods: Annotated[list[str], typer.Argument(help="Ids of methods.")],
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    language: OutputLanguage = Languages.EN,
) -> None:
    """Print methods side by side in every dimension that is computed, with the claims that bear on each."""
    from posatlas.atlas import load
    from posatlas.plain_values import plain
    from posatlas.tables import in_words

    table = load(knowledge_base(kb)[0], lang=language.value).compare(methods)
    if format is Format.JSON:
        cells = [
            {"row": row, "method": method, "value": cell.value, "note": cell.note, "claims": cell.claims.ids}
            for (row, method), cell in ((place, table[place]) for place in table)
        ]
        typer.echo(json.dumps(plain(cells), ensure_ascii=False, indent=1))
        return
    width = max(map(len, table.columns))
    for row in table.rows:
        typer.echo(f"{table.names[row]}  ({row})")
        for column in table.columns:
            typer.echo(f"  {column:{width}}  {in_words(table[row, column])}")

"""`posatlas compare`: methods side by side."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, knowledge_base

EXAMPLE = "Example:  posatlas compare rope alibi"


def compare(
    methods: Annotated[list[str], typer.Argument(help="Ids of methods.")],
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
) -> None:
    """Print methods side by side in every dimension that is computed, with the claims that bear on each."""
    from posatlas.atlas import load
    from posatlas.tables import in_words

    table = load(knowledge_base(kb)[0]).compare(methods)
    if format is Format.JSON:
        cells = [(row, column, table[row, column]) for row, column in table]
        rows = [
            {"row": row, "method": column, "value": _plain(cell.value), "note": cell.note, "claims": cell.claims.ids}
            for row, column, cell in cells
        ]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    width = max(map(len, table.columns))
    for row in table.rows:
        typer.echo(f"{table.names[row]}  ({row})")
        for column in table.columns:
            typer.echo(f"  {column:{width}}  {in_words(table[row, column])}")


def _plain(value: object) -> object:
    """A value that JSON can hold: it has no number without end."""
    return "infinite" if isinstance(value, float) and value == float("inf") else value

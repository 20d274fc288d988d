"""`posatlas trace`: which statements of the document are judged, and how."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, knowledge_base

EXAMPLE = "Example:  posatlas trace --format json"


def trace(
    document: Annotated[str, typer.Argument(help="Id of the document.")] = "position-encoding-explainer",
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
) -> None:
    """Show that every statement and every part of the document is judged or shown."""
    from posatlas.atlas import load
    from posatlas.tracing import trace as run

    result = run(load(knowledge_base(kb)[0]), document)
    if format is Format.JSON:
        typer.echo(json.dumps(result.as_json(), ensure_ascii=False, indent=1))
    else:
        typer.echo(result.as_text())
    if result.missing or result.uncovered:
        raise typer.Exit(1)

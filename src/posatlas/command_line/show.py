"""`posatlas show`: one entity."""

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

EXAMPLE = "Example:  posatlas show alibi --language zh-Hant"


def show(
    id: Annotated[str, typer.Argument(help="Id of the entity.")],
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    language: OutputLanguage = Languages.EN,
) -> None:
    """Print an entity: its fields, and what points to it."""
    from posatlas.atlas import load
    from posatlas.describing import as_text

    atlas = load(knowledge_base(kb)[0])
    entity = atlas[id]
    if format is Format.JSON:
        fields = entity.model_dump(by_alias=True, exclude={"id"}, exclude_none=True, exclude_defaults=True)
        row = {"kind": atlas.kind_of[id], "id": id, "path": atlas.path_of[id], "fields": fields}
        typer.echo(json.dumps(row, ensure_ascii=False, indent=1))
    else:
        typer.echo(as_text(atlas, entity, language.value))

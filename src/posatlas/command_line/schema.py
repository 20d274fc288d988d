"""`posatlas schema`: the JSON Schema of a kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

EXAMPLE = "Example:  posatlas schema claim"


def schema(
    kind: Annotated[
        str | None, typer.Argument(help="A kind, or items, parts, export; without it the names are printed.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the schemas to this folder, one a file.", metavar="DIR")
    ] = None,
) -> None:
    """Print the JSON Schema of the YAML file of a kind, or of the JSON export."""
    from posatlas.json_schemas import NAMES, schema_of
    from posatlas.writing import replace_file

    names = NAMES if kind is None else (kind,)
    if out is not None:
        for name in names:
            replace_file(out / f"{name}.json", as_text(schema_of(name)))
        typer.echo(f"{out}: {len(names)} schema{'' if len(names) == 1 else 's'}.")
    elif kind is None:
        typer.echo("\n".join(NAMES))
    else:
        typer.echo(as_text(schema_of(kind)), nl=False)


def as_text(value: object) -> str:
    """A schema as a file has it."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

"""`posatlas path`: how two entities are connected."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, counted, knowledge_base

EXAMPLE = "Example:  posatlas path sinusoidal yarn --through method"


def path(
    start: Annotated[str, typer.Argument(help="Id of an entity.")],
    end: Annotated[str, typer.Argument(help="Id of another.")],
    through: Annotated[
        list[str] | None, typer.Option("--through", help="Kind that the path may pass through; more than once.")
    ] = None,
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
) -> None:
    """Print the lightest path between two entities, step by step, with what bears each out; 1 where there is none."""
    from posatlas.atlas import load

    found = load(knowledge_base(kb)[0]).path(start, end, through)
    if format is Format.JSON:
        typer.echo(json.dumps(None if found is None else found.to_dicts(), ensure_ascii=False, indent=1))
    elif found is not None:
        steps = f"{counted(len(found), 'step')} of weight {found.weight}."
        typer.echo(f"{found!r}\n{steps}" if found else f"{start} is {end}.")
    else:
        kinds = f" through {' and '.join(through)}" if through else ""
        print(f"posatlas: Nothing connects {start} and {end}{kinds}.", file=sys.stderr)
    if found is None:
        raise typer.Exit(1)

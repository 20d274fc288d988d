"""`posatlas properties`: what a check may ask of a method."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from posatlas.command_line.options import Format, OutputFormat

EXAMPLE = "Example:  posatlas properties alibi"


def properties(
    method: Annotated[str | None, typer.Argument(help="Method; the properties of all without it.")] = None,
    format: OutputFormat = Format.TEXT,
) -> None:
    """List the properties that claims may check, with their arguments; of a method also the options of its build."""
    from posatlas.findings import near
    from posatlas.schema.properties import BUILDS, PROPERTIES

    if method is not None and method not in BUILDS:
        guess = near(method, BUILDS)
        hint = f'; did you mean "{guess}"?' if guess else "; posatlas find  looks for methods."
        raise ValueError(f'No implementation of "{method}" runs{hint}')
    chosen = [p for p in PROPERTIES.values() if method is None or method in p.methods]
    if format is Format.JSON:
        rows = [
            {
                "property": p.name,
                "description": p.description,
                "methods": sorted(p.methods),
                "arguments": {name: _argument(a) for name, a in p.arguments.items()},
            }
            for p in chosen
        ]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    if method is not None:
        typer.echo(f"build of {method}:{_shown(BUILDS[method])}\n")
    for p in chosen:
        typer.echo(f"{p.name}\n    {p.description}{_shown(p.arguments)}")
    of = f" of {method}" if method else ""
    typer.echo(f"\n{len(chosen)} {'property' if len(chosen) == 1 else 'properties'}{of}.")


def _argument(argument: Any) -> dict[str, Any]:
    held = {"type": argument.type, "description": argument.description, "required": argument.required}
    return held if argument.required else {**held, "default": argument.default}


def _shown(arguments: Any) -> str:
    lines = []
    for name, argument in arguments.items():
        among = f" One of: {', '.join(argument.choices)}." if argument.choices else ""
        default = "" if argument.required else f" Default: {argument.default}."
        lines.append(f"\n        {name} ({argument.type}): {argument.description}{among}{default}")
    return "".join(lines)

"""`posatlas bump`: which version the data must have after a release."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, counted, knowledge_base

EXAMPLE = "Example:  posatlas bump posatlas.json    (the JSON export of the last release)"


def bump(
    old: Annotated[Path, typer.Argument(help="JSON export of the last release.", metavar="FILE")],
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
) -> None:
    """Compare the data with an older export, and tell which version they need; exit code 1 if theirs is too low."""
    from posatlas.atlas import load
    from posatlas.version_steps import NotAnExport, changes, data_of, next_version, step, suffices
    from posatlas.versions import declared_version

    root, shown = knowledge_base(kb)
    before, now = _read(old), data_of(load(root))
    try:
        found = changes(before, now)
    except NotAnExport as error:
        raise ValueError(f"{old}: {error} Write one:  posatlas export json") from None
    last = before["version"].partition("+")[0]
    needed = next_version(last, step(found))
    has = declared_version(root)
    good = suffices(has, last, step(found))
    if format is Format.JSON:
        row = {"before": last, "step": step(found), "needed": needed, "declared": has, "enough": good}
        typer.echo(json.dumps(row | {"changes": [c._asdict() for c in found]}, ensure_ascii=False, indent=1))
    else:
        for change in found:
            typer.echo(f"{change.step}  {change.says}")
        verdict = "is enough" if good else f"is too low; write {needed} to {shown}/VERSION"
        typer.echo(f"{counted(len(found), 'difference')} from {last}: {step(found)}. Version {has} {verdict}.")
    if not good:
        raise typer.Exit(1)


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):  # also no UTF-8, and numbers of thousands of digits
        raise ValueError(f"{file}: it is no JSON. Write an export:  posatlas export json") from None

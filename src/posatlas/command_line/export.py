"""`posatlas export`: the whole atlas as one file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from posatlas.command_line.options import KnowledgeBase, counted, knowledge_base

EXAMPLE = "Example:  posatlas export sqlite --out posatlas.sqlite"


def export(
    format: Annotated[str, typer.Argument(help="json, sqlite, csv, jsonld, graphml or bibtex.", metavar="FORMAT")],
    kb: KnowledgeBase = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="File to write; posatlas.FORMAT here without it. CSV: a .zip, or a new folder."),
    ] = None,
    language: Annotated[
        list[str] | None,
        typer.Option("--language", help="Language of the texts, again for another; all three without it."),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option("--base", help="For jsonld: address below which names are placed, such as that of the site."),
    ] = None,
) -> None:
    """Write all entities, the graph and what was measured for other programs. Simplified Chinese needs OpenCC."""
    from posatlas.exporting import FORMATS
    from posatlas.exporting import export as run
    from posatlas.languages import MissingConverter
    from posatlas.schema import LANGUAGES

    if format not in FORMATS:
        raise typer.BadParameter(f'"{format}" is no format; use {", ".join(FORMATS)}.', param_hint="FORMAT")
    unknown = [name for name in language or () if name not in LANGUAGES]
    if unknown:
        message = f'"{unknown[0]}" is no language here; use {", ".join(LANGUAGES)}.'
        raise typer.BadParameter(message, param_hint="--language")
    if base is not None and format != "jsonld":
        raise typer.BadParameter("it belongs to jsonld.", param_hint="--base")
    if out is not None and str(out) == "-":
        raise typer.BadParameter("name a file; an export takes its place when it is whole.", param_hint="--out")
    target = out if out is not None else Path(FORMATS[format].file)
    if sys.stderr.isatty():
        typer.echo(f"Writing {target} …", err=True)
    from posatlas.atlas import load

    atlas = load(knowledge_base(kb)[0])
    try:
        run(atlas, format, target, language or LANGUAGES, base)
    except MissingConverter as error:
        without = "--language zh-Hant --language en"
        raise ValueError(f"{error}  Or leave Simplified Chinese out:  {without}") from None
    held = counted(len(atlas.papers), "paper") if format == "bibtex" else f"{len(atlas):,} entities"
    typer.echo(f"{target}: {held}, {_size(target):,} bytes.")


def _size(target: Path) -> int:
    """Bytes of a file, or of all files of a folder."""
    if target.is_file():
        return target.stat().st_size
    return sum(file.stat().st_size for file in target.iterdir())

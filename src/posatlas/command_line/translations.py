"""`posatlas translations`: texts of which one language is older than another."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, counted, knowledge_base
from posatlas.command_line.recording import recording

if TYPE_CHECKING:
    from posatlas.atlas import Atlas
    from posatlas.translations import Compared

EXAMPLE = "Example:  posatlas translations alibi --agree"


def translations(
    ids: Annotated[list[str] | None, typer.Argument(help="Entities; all without it.")] = None,
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    record: Annotated[
        bool, typer.Option("--record", help="Write texts that are new, or new in every language; stale ones stay.")
    ] = False,
    agree: Annotated[
        bool, typer.Option("--agree", help="The stale texts of the entities named say the same as they are: write it.")
    ] = False,
    all: Annotated[bool, typer.Option("--all", help="With --agree: all stale texts.")] = False,
) -> None:
    """List the texts of which one language was changed and another was not."""
    from posatlas.atlas import load
    from posatlas.corpus import PACKAGED_KB
    from posatlas.translations import brought_up_to_date, compared, load_translations, record_translations, texts_of

    if agree and bool(ids) == all:
        raise typer.BadParameter("name entities, or give --all.", param_hint="--agree")
    if all and not agree:
        raise typer.BadParameter("it goes with --agree.", param_hint="--all")
    root, shown = knowledge_base(kb)
    if (record or agree) and root == PACKAGED_KB:
        raise ValueError("There is no checkout here to write to. Name a knowledge base:  --kb DIR")
    atlas = load(root)
    chosen = {atlas[identifier].id for identifier in ids or ()}
    folder = root / "evidence" / "translations"
    found = list(texts_of(atlas))
    with recording(folder, record or agree):
        try:
            known = load_translations(folder)
        except ValueError as error:
            raise ValueError(f"{shown}/evidence/translations/{error}. Take the file from the main branch.") from None
        texts = [one for identifier, held in found for one in compared(identifier, held, known)]
        listed = [one for one in texts if one.behind and (not chosen or one.id in chosen)]
        if record or agree:
            settled = None if all else chosen if agree else ()
            record_translations(folder, brought_up_to_date(found, known, settled), atlas.path_of)
    _show(atlas, listed, agree, format)
    if format is Format.TEXT:
        new = sum(not one.recorded and not one.behind for one in texts)
        written = record or agree
        what = f"{counted(len(listed), 'stale text')}{' agreed' if agree else ''}"
        remedy = "" if written or not new else "; posatlas translations --record  writes them"
        typer.echo(f"{what}; {counted(new, 'new text')}{' recorded' if written else ''}{remedy}.")


def _show(atlas: Atlas, listed: Iterable[Compared], agreed: bool, format: Format) -> None:
    """Print where each stale text stands, and which language is older."""
    from posatlas import reading
    from posatlas.translations import written_place

    rows: list[dict[str, Any]] = []
    sources: dict[str, reading.Source] = {}
    for one in listed:
        beside = one.place[0] == "items"
        path = f"kb/documents/{one.id}/items.yml" if beside else atlas.path_of[one.id]
        if path not in sources:
            file = Path(path.removeprefix("kb/"))
            sources[path] = reading.read(atlas.root / file, path)
        line, _ = sources[path].position((*one.place, one.behind[0]))
        rows.append(
            {
                "path": path,
                "line": line,
                "id": one.id,
                "text": written_place(one.place),
                "behind": list(one.behind),
                "changed": list(one.changed),
            }
        )
    if format is Format.JSON:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in () if agreed else rows:
        behind, changed = " and ".join(row["behind"]), " and ".join(row["changed"])
        typer.echo(f"{row['path']}:{row['line']}: {row['text']}: {behind} is older than {changed}.")

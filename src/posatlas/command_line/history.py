"""`posatlas history`: when entities were first recorded, and changes of verdict."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, counted, knowledge_base
from posatlas.command_line.recording import recording

EXAMPLE = "Example:  posatlas history --record"


def history(
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    record: Annotated[bool, typer.Option("--record", help="Write what is new to kb/evidence/history.")] = False,
    date: Annotated[
        str | None, typer.Option("--date", help="Day to record; today without it.", metavar="YYYY-MM-DD")
    ] = None,
) -> None:
    """Compare the knowledge base with the record of its history: new entities, changed verdicts, what is gone."""
    from posatlas.atlas import load
    from posatlas.corpus import PACKAGED_KB
    from posatlas.history import day, differences, load_history, record_history, verdict_of, with_differences

    if date is not None and not record:
        raise typer.BadParameter("it says which day --record writes; give both.", param_hint="--date")
    root, shown = knowledge_base(kb)
    if record and root == PACKAGED_KB:
        raise ValueError("There is no checkout here to write to. Name a knowledge base:  --kb DIR")
    today = day(date)
    atlas = load(root)
    folder = root / "evidence" / "history"
    verdicts = {entity.id: verdict_of(entity) for entity in atlas}
    with recording(folder, record):
        try:
            known = load_history(folder)
        except ValueError as error:
            place = f"{shown}/evidence/history/{error}"
            raise ValueError(f"{place}. Mend the file, or take it from the main branch.") from None
        found = list(differences(verdicts, known))
        if record:
            record_history(folder, with_differences(verdicts, known, today), atlas.path_of)
    if format is Format.JSON:
        typer.echo(json.dumps([asdict(difference) for difference in found], ensure_ascii=False, indent=1))
        return
    for difference in found:
        typer.echo(difference.sentence())
    if record:
        typer.echo(f"{counted(len(found), 'difference')} recorded on {today}.")
    else:
        remedy = "; posatlas history --record  writes them" if found else ""
        typer.echo(f"{counted(len(found), 'difference')} from the record{remedy}.")

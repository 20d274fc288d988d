"""`posatlas mutate`: make mistakes in the implementations, and count those that the claims notice."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, counted, knowledge_base
from posatlas.command_line.recording import recording

if TYPE_CHECKING:
    from posatlas.mutations import MutationRecord

EXAMPLE = "Example:  posatlas mutate rope yarn --jobs 2"


def mutate(
    methods: Annotated[list[str] | None, typer.Argument(help="Methods; all that run without it.")] = None,
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    record: Annotated[bool, typer.Option("--record", help="Write the records.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Folder of records: what has not changed is read from it, and --record writes to it; "
            "kb/evidence/mutation without it.",
            metavar="DIR",
        ),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Run also what has not changed.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Accept fewer lines or mutants than before.")] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", help="Processes; as many as there are cores without it.", min=0)
    ] = 0,
    survivors: Annotated[bool, typer.Option("--survivors", help="List the mutants that no claim noticed.")] = False,
) -> None:
    """Change one number, operator or index of an implementation at a time; some claim about it must notice."""
    from posatlas.atlas import load
    from posatlas.corpus import PACKAGED_KB
    from posatlas.mutations import rates_too_low

    root, _ = knowledge_base(kb)
    if record and out is None and root == PACKAGED_KB:
        raise ValueError("There is no checkout here to write to. Name a folder:  --record --out DIR")
    folder = out or root / "evidence" / "mutation"
    atlas = load(root)
    tool = importlib.import_module("posatlas.reference_impl.mutation.campaign")
    registry = importlib.import_module("posatlas.reference_impl.registry")
    chosen = [atlas[name].id for name in methods or ()]
    if unknown := [name for name in chosen if name not in registry.CLASSES]:
        raise ValueError(f"No implementation of {', '.join(unknown)} runs.")
    shown = format is Format.TEXT
    records, wrong = tool.campaign(
        atlas.of("claim"),
        chosen,
        folder,
        jobs or os.cpu_count() or 1,
        again,
        (lambda method, done, of: typer.echo(f"  {done} of {of}: {method}", err=True)) if shown else lambda *_: None,
    )
    fell = tool.shrunk(records, folder)
    problems = [f"{sentence}: take it off the list in reference_impl/mutation/equivalent.yml." for sentence in wrong]
    problems += [] if accept else [f"{sentence}: if that is meant, run with --accept." for sentence in fell]
    problems += rates_too_low(records, everything=not methods)
    _show(records, problems, format, survivors)
    if record and (accept or not fell):
        with recording(folder):
            tool.record_campaign(records, folder)
    if problems:
        raise typer.Exit(1)


def _show(records: Sequence[MutationRecord], problems: Sequence[str], format: Format, survivors: bool) -> None:
    """Print what came of each method, of all together, and what is wrong."""
    from posatlas.mutations import overall_rate

    overall = overall_rate(records)
    if format is Format.JSON:
        rows = [{**vars(r), "rate": round(r.rate, 4)} for r in records]
        found = {"overall": round(overall, 4), "methods": rows, "problems": problems}
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    for r in records:
        typer.echo(
            f"{r.method:34} {r.mutants:4} mutants {r.killed:4} noticed {len(r.equivalent):3} equivalent {r.rate:7.1%}"
        )
        for name in r.survivors if survivors else ():
            typer.echo(f"    {name}")
    mutants, killed, equivalent = (
        sum(numbers) for numbers in zip(*((r.mutants, r.killed, len(r.equivalent)) for r in records), strict=True)
    )
    typer.echo(
        f"{counted(mutants, 'mutant')} of {counted(len(records), 'method')}: {killed} noticed, "
        f"{equivalent} equivalent; {overall:.1%}."
    )
    for sentence in problems:
        typer.echo(sentence)

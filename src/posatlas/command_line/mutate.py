"""`posatlas mutate`: make mistakes in the implementations, and count those that the claims notice."""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path
from typing import Annotated

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, counted, knowledge_base

EXAMPLE = "Example:  posatlas mutate rope yarn --jobs 2"


def mutate(
    methods: Annotated[list[str] | None, typer.Argument(help="Methods; all that run without it.")] = None,
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    record: Annotated[bool, typer.Option("--record", help="Write the results under kb/evidence/mutation.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the results; kb/evidence/mutation without it.", metavar="DIR"),
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
    from posatlas.mutations import LEAST_EACH, LEAST_OVERALL, MOST_EQUIVALENT

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
    mutants = sum(r.mutants for r in records)
    equivalent = sum(len(r.equivalent) for r in records)
    killed = sum(r.killed for r in records)
    overall = killed / (mutants - equivalent) if mutants > equivalent else 1.0
    low = [r for r in records if r.rate < LEAST_EACH]
    problems = [f"{sentence}: take it off the list in reference_impl/mutation/equivalent.yml." for sentence in wrong]
    problems += [] if accept else [f"{sentence}: if that is meant, run with --accept." for sentence in fell]
    problems += [f"{r.method}: {r.rate:.1%} noticed, at least {LEAST_EACH:.0%} are needed." for r in low]
    if overall < LEAST_OVERALL:
        problems.append(f"Over all {overall:.1%} are noticed, at least {LEAST_OVERALL:.0%} are needed.")
    if equivalent > MOST_EQUIVALENT * mutants:
        problems.append(f"{equivalent} of {mutants} are listed as equivalent, at most {MOST_EQUIVALENT:.0%} may be.")
    if format is Format.JSON:
        rows = [{**vars(r), "rate": round(r.rate, 4)} for r in records]
        typer.echo(
            json.dumps(
                {"overall": round(overall, 4), "methods": rows, "problems": problems}, ensure_ascii=False, indent=1
            )
        )
    else:
        for r in records:
            typer.echo(
                f"{r.method:34} {r.mutants:4} mutants {r.killed:4} noticed "
                f"{len(r.equivalent):3} equivalent {r.rate:7.1%}"
            )
            for name in r.survivors if survivors else ():
                typer.echo(f"    {name}")
        typer.echo(
            f"{counted(mutants, 'mutant')} of {counted(len(records), 'method')}: {killed} noticed, "
            f"{equivalent} equivalent; {overall:.1%}."
        )
        for sentence in problems:
            typer.echo(sentence)
    if record and (accept or not fell):
        tool.record_campaign(records, folder)
    if problems:
        raise typer.Exit(1)

"""`posatlas check`: run the claims."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, counted, knowledge_base
from posatlas.command_line.recording import recording

FEW = 40  # checks that one process has run before others have started
EXAMPLE = "Example:  posatlas check alibi-slopes-halve-per-head --format json"


def check(
    ids: Annotated[
        list[str] | None, typer.Argument(help="Claims, or entities whose claims are run; all without it.")
    ] = None,
    kb: KnowledgeBase = None,
    format: OutputFormat = Format.TEXT,
    record: Annotated[bool, typer.Option("--record", help="Write what was measured as evidence.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the evidence; kb/evidence without it.", metavar="DIR")
    ] = None,
    device: Annotated[str, typer.Option("--device", help="cpu, cuda, or cuda:N.")] = "cpu",
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Processes on the CPU; one a core without it.", min=0)] = 0,
) -> None:
    """Build the reference implementations, measure, and compare with what the claims expect."""
    from posatlas.atlas import load
    from posatlas.corpus import PACKAGED_KB

    if out is not None and not record:
        raise typer.BadParameter("it says where --record writes; give both.", param_hint="--out")
    root, _ = knowledge_base(kb)
    if record and out is None and root == PACKAGED_KB:
        raise ValueError("There is no checkout here to write evidence to. Name a folder:  --record --out DIR")
    evidence = out or root / "evidence"
    atlas = load(root)
    claims = [c for c in atlas.of("claim") if c.checks]
    if ids:
        chosen = {atlas[identifier].id for identifier in ids}
        claims = [c for c in claims if c.id in chosen or chosen & set(c.about)]
    if not claims:
        raise ValueError(f"No claim about {' or '.join(ids)} has checks." if ids else "No claim has checks.")
    checks = importlib.import_module("posatlas.reference_impl.checks")
    count = sum(len(claim.checks) for claim in claims)
    processes = (jobs or os.cpu_count() or 1) if jobs or count >= FEW else 1
    rows = checks.run(claims, device=device, progress=format is Format.TEXT, jobs=processes)
    if record:
        with recording(evidence):
            _record(rows, evidence, device, complete=not ids)
    _show(rows, len(claims), device, format)
    if any(not row.agrees for row in rows):
        raise typer.Exit(1)


def _record(rows: Sequence[Any], evidence: Path, device: str, complete: bool) -> None:
    """Write the rows, and after a run of all claims the figures and the laws."""
    importlib.import_module("posatlas.reference_impl.checks").record(rows, evidence, complete=complete)
    if complete:
        figures = importlib.import_module("posatlas.reference_impl.figures")
        figures.record_figures(evidence / "figures")
        registry = importlib.import_module("posatlas.reference_impl.registry")
        laws = importlib.import_module("posatlas.reference_impl.laws.recording")
        laws.record_laws(registry.CLASSES, evidence / "laws", device)


def _show(rows: Sequence[Any], claims: int, device: str, format: Format) -> None:
    """Print all rows as JSON, or those that disagree and a count."""
    if format is Format.JSON:
        typer.echo(json.dumps([row.as_json() for row in rows], ensure_ascii=False, indent=1))
        return
    for row in rows:
        if not row.agrees:
            outcome = row.error or f"measured {row.measured}"
            typer.echo(f"{row.claim}: {row.says}: expected {row.expect}; {outcome}.")
    disagree = sum(not row.agrees for row in rows)
    methods = counted(len({row.method for row in rows}), "method")
    ran = f"{counted(len(rows), 'check')} of {counted(claims, 'claim')} on {methods} ran on {device}"
    typer.echo(f"{ran}; {disagree} disagree with the claim.")

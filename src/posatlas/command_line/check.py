"""`posatlas check`: run the claims."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Annotated

import typer

from posatlas.command_line.options import Format, KnowledgeBase, OutputFormat, knowledge_base

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
) -> None:
    """Build the reference implementations, measure, and compare with what the claims expect."""
    from posatlas.atlas import load

    root, _ = knowledge_base(kb)
    atlas = load(root)
    claims = [c for c in atlas.of("claim") if c.checks]
    if ids:
        for identifier in ids:
            atlas[identifier]
        claims = [c for c in claims if c.id in ids or set(c.about) & set(ids)]
    checks = importlib.import_module("posatlas.reference_impl.checks")
    rows = checks.run(claims, device=device, progress=format is Format.TEXT)
    if record:
        checks.record(rows, out or root / "evidence", complete=not ids)
        if not ids:
            figures = importlib.import_module("posatlas.reference_impl.figures")
            figures.record_figures((out or root / "evidence") / "figures")
    if format is Format.JSON:
        typer.echo(json.dumps([row.as_json() for row in rows], ensure_ascii=False, indent=1))
    else:
        for row in rows:
            if not row.agrees:
                outcome = row.error or f"measured {row.measured}"
                typer.echo(f"{row.claim}: {row.says}: expected {row.expect}; {outcome}.")
        disagree = sum(not row.agrees for row in rows)
        typer.echo(f"{len(rows)} checks of {len(claims)} claims ran on {device}; {disagree} disagree with the claim.")
    if not rows or any(not row.agrees for row in rows):
        raise typer.Exit(1)

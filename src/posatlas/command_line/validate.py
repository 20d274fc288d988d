"""`posatlas validate`: every mistake of every file in one run."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from posatlas.command_line.options import KnowledgeBase, counted, knowledge_base

_ROUNDS = 4  # mending one thing may lay another bare
EXAMPLE = "Example:  posatlas validate kb/methods/rope.yml --format json"


class FindingFormat(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def validate(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files or folders of the knowledge base; all without it.")
    ] = None,
    kb: KnowledgeBase = None,
    format: Annotated[FindingFormat, typer.Option("--format", help="How to print.")] = FindingFormat.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended, then check again.")] = False,
) -> None:
    """Check the knowledge base: YAML, schema, references, truth of verdicts, languages, style."""
    from posatlas.corpus import PACKAGED_KB
    from posatlas.findings import render
    from posatlas.mending import MENDABLE, mend
    from posatlas.validation import validate as run
    from posatlas.validation import validate_files

    root, shown = knowledge_base(kb)
    if fix and root == PACKAGED_KB:
        raise ValueError("There is no checkout here to write to. Name a knowledge base:  --kb DIR")
    findings = validate_files(root, files, shown) if files else run(root, shown)
    mended = 0
    while fix and (done := mend(root, shown, findings)) and mended < _ROUNDS:
        for one in done:
            typer.echo(f"mended {one.path}: {', '.join(one.codes)}", err=True)
        mended += 1
        findings = validate_files(root, files, shown) if files else run(root, shown)
    printed = render(findings, format.value)
    if printed:
        typer.echo(printed)
    errors = sum(f.severity == "error" for f in findings)
    warnings = len(findings) - errors
    if format is FindingFormat.TEXT:
        lead = "\n" if findings else ""
        typer.echo(f"{lead}{counted(errors, 'error')}, {counted(warnings, 'warning')}.")
        if not fix and any(f.code in MENDABLE for f in findings):
            typer.echo("Some can be mended:  posatlas validate --fix")
    if errors or (strict and warnings):
        raise typer.Exit(1)

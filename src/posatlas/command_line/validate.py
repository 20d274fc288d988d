"""`posatlas validate`: every mistake of every file in one run."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from posatlas.command_line.options import KnowledgeBase, counted, knowledge_base

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
) -> None:
    """Check the knowledge base: YAML, schema, references, truth of verdicts, languages, style."""
    from posatlas.findings import render
    from posatlas.validation import validate as run
    from posatlas.validation import validate_files

    root, shown = knowledge_base(kb)
    findings = validate_files(root, files, shown) if files else run(root, shown)
    printed = render(findings, format.value)
    if printed:
        typer.echo(printed)
    errors = sum(f.severity == "error" for f in findings)
    warnings = len(findings) - errors
    if format is FindingFormat.TEXT:
        lead = "\n" if findings else ""
        typer.echo(f"{lead}{counted(errors, 'error')}, {counted(warnings, 'warning')}.")
    if errors or (strict and warnings):
        raise typer.Exit(1)

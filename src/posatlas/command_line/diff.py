"""`posatlas diff`: what changed in the data since a revision."""

from __future__ import annotations

import datetime
from enum import StrEnum
from typing import Annotated

import typer

from posatlas.command_line.options import KnowledgeBase, knowledge_base

EXAMPLE = "Example:  posatlas diff main --format markdown"


class DiffFormat(StrEnum):
    """How the difference is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def diff(
    revision: Annotated[str, typer.Argument(help="Revision of git to compare with: a branch, tag or commit.")],
    kb: KnowledgeBase = None,
    format: Annotated[DiffFormat, typer.Option("--format", help="How to print.")] = DiffFormat.TEXT,
    changelog: Annotated[bool, typer.Option("--changelog", help="Print an entry for CHANGELOG.md instead.")] = False,
    release: Annotated[
        str, typer.Option("--release", help="Title of the entry, such as 1.2.0; with --changelog.", metavar="VERSION")
    ] = "Unreleased",
) -> None:
    """Compare the data with those of a revision: entities, edges, verdicts, cells, texts, and ids that are gone."""
    from posatlas.differing import at_revision, compare, report, snapshot
    from posatlas.differing import changelog as entry

    if changelog and format is not DiffFormat.TEXT:
        raise typer.BadParameter("an entry of the changelog is Markdown; leave --format out.", param_hint="--changelog")
    if release != "Unreleased" and not changelog:
        raise typer.BadParameter("it goes with --changelog.", param_hint="--release")
    root, shown = knowledge_base(kb)
    if not root.is_dir():
        raise ValueError(f"{shown} is not a folder. Name the knowledge base:  --kb DIR")
    with at_revision(root, revision) as (folder, commit):
        before = snapshot(folder)
    named = f"{revision} ({commit[:12]})" if not commit.startswith(revision) else commit[:12]
    found = compare(before, snapshot(root), (named, "working tree"))
    if changelog and found.unreadable_after:
        first = found.unreadable_after[0]
        raise ValueError(f"Files cannot be read, and would seem to be gone: {first} See  posatlas validate")
    if changelog:
        typer.echo(entry(found, release, datetime.date.today().isoformat()), nl=False)
    else:
        typer.echo(report(found, format.value), nl=format is not DiffFormat.MARKDOWN)

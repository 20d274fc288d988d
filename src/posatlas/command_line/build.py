"""`posatlas build`: the site."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

from posatlas.command_line.options import KnowledgeBase, knowledge_base

EXAMPLE = "Example:  posatlas build --site site"


def build(
    kb: KnowledgeBase = None,
    site: Annotated[Path, typer.Option("--site", help="Folder of the built site.", metavar="DIR")] = Path("site"),
    language: Annotated[
        list[str] | None, typer.Option("--language", help="Only this language; all without it.")
    ] = None,
) -> None:
    """Generate the pages and build the site in all languages."""
    root, _ = knowledge_base(kb)
    builder = importlib.import_module("posatlas.generators.build")
    builder.build(root, site, tuple(language) if language else None)

"""`posatlas serve`: look at the built site."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

from posatlas.command_line.options import KnowledgeBase, knowledge_base

EXAMPLE = "Example:  posatlas serve --port 8000"


def serve(
    site: Annotated[Path, typer.Option("--site", help="Folder of the built site.", metavar="DIR")] = Path("site"),
    port: Annotated[int, typer.Option("--port", help="Port; 0 takes a free one.", min=0, max=65535)] = 8000,
    kb: KnowledgeBase = None,
    follow: Annotated[
        bool, typer.Option("--follow/--as-built", help="Show changes of the knowledge base as they are made.")
    ] = True,
    address: Annotated[str, typer.Option("--address", help="Address to listen on.")] = "127.0.0.1",
) -> None:
    """Serve the built site on this machine, its pages as the knowledge base says at the moment."""
    root, _ = knowledge_base(kb)
    importlib.import_module("posatlas.generators.server").serve(site, address, port, root if follow else None)

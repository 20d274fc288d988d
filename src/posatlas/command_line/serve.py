"""`posatlas serve`: look at the built site."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

EXAMPLE = "Example:  posatlas serve --port 8000"


def serve(
    site: Annotated[Path, typer.Option("--site", help="Folder of the built site.", metavar="DIR")] = Path("site"),
    port: Annotated[int, typer.Option("--port", help="Port; 0 takes a free one.", min=0, max=65535)] = 8000,
    address: Annotated[str, typer.Option("--address", help="Address to listen on.")] = "127.0.0.1",
) -> None:
    """Serve the built site on this machine; the address is printed."""
    importlib.import_module("posatlas.generators.server").serve(site, address, port)

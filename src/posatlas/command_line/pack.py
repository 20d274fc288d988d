"""`posatlas pack`: the built site as one archive."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated

import typer

EXAMPLE = "Example:  posatlas pack --out posatlas-site.zip"


def pack(
    site: Annotated[Path, typer.Option("--site", help="Folder of the built site.", metavar="DIR")] = Path("site"),
    out: Annotated[Path, typer.Option("--out", help="Archive to write.", metavar="FILE")] = Path("posatlas-site.zip"),
) -> None:
    """Pack the built site with a program that serves it, for reading without a network."""
    size = importlib.import_module("posatlas.generators.packing").pack(site, out)
    typer.echo(f"{out}: {size / 1e6:.1f} MB. Unpack it anywhere and run:  python3 start.py")

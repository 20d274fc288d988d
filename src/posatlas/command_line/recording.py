"""Holding a folder of records while a command writes to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer


@contextmanager
def recording(folder: Path, really: bool = True) -> Iterator[None]:
    """Hold the folder against other runs that write to it, and say so while one of them is waited for.

    `really` is false for a run that only reads.
    """
    from posatlas.writing import alone

    if not really:
        yield
        return
    with alone(folder, lambda: typer.echo(f"Another run writes to {folder}/; waiting for it.", err=True)):
        yield

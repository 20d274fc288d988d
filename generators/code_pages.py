"""The sources of implementations and second opinions as pages with line anchors, one for all languages."""

from __future__ import annotations

from pathlib import Path

from posatlas.generators.line_pages import write_lines
from posatlas.schema.properties import BUILDS
from posatlas.source_digests import PACKAGE, implementation_file, oracle_file

__all__ = ["address_of", "write"]


def address_of(file: Path) -> str:
    """Address of the page of a source file, from the root of the site."""
    return f"code/{file.relative_to(PACKAGE).with_suffix('').as_posix()}/"


def write(site: Path) -> None:
    """Write a page for the implementation and for the second opinion of each method that runs."""
    for method in BUILDS:
        for file in (implementation_file(method), oracle_file(method)):
            if file is not None:
                target = site / address_of(file) / "index.html"
                write_lines(file, file.relative_to(PACKAGE).as_posix(), target, site)

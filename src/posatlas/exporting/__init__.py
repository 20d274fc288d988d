"""Exports: the whole atlas as one file for other programs, in six formats.

Equal data and options give equal bytes. A file is written beside its target and takes its place when it is whole.
"""

from __future__ import annotations

import errno
import importlib
from collections.abc import Collection
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from posatlas.atlas import Atlas
from posatlas.collecting import without_collecting
from posatlas.exporting.dataset import Dataset
from posatlas.schema import LANGUAGES

__all__ = ["FORMATS", "Format", "export"]


class Format(NamedTuple):
    """A format: its usual file name, and what it is for."""

    file: str
    about: str


FORMATS: Final = MappingProxyType(
    {
        "json": Format("posatlas.json", "everything, as the files have it"),
        "sqlite": Format("posatlas.sqlite", "everything, in tables to query with SQL"),
        "csv": Format("posatlas-csv.zip", "the same tables, one CSV file each, with a datapackage.json"),
        "jsonld": Format("posatlas.jsonld", "everything as linked data, for RDF and SPARQL"),
        "graphml": Format("posatlas.graphml", "the graph, for Gephi, yEd and networkx"),
        "bibtex": Format("posatlas.bib", "the papers"),
    }
)


def export(
    atlas: Atlas,
    format: str,
    target: Path,
    languages: Collection[str] = LANGUAGES,
    base: str | None = None,
) -> Path:
    """Write the atlas to the file `target` in a format of `FORMATS`, and return the target.

    `languages` are those of the texts; Simplified Chinese is derived and needs OpenCC. `base` is the address under
    which linked data places its names. For CSV a target that does not end in .zip is a folder, which must be new or
    empty. Raises ValueError for an unknown format, language or base and for a target that is no file, ImportError
    without OpenCC, and OSError where the target cannot be written; what stood there before then stands unchanged.
    """
    if format not in FORMATS:
        raise ValueError(f'"{format}" is no format; the formats are {", ".join(FORMATS)}.')
    unknown = [language for language in languages if language not in LANGUAGES]
    if unknown or not languages:
        found = f'"{unknown[0]}" is no language here' if unknown else "No language is named"
        raise ValueError(f"{found}; the languages are {', '.join(LANGUAGES)}.")
    if base is not None and format != "jsonld":
        raise ValueError(f"A base address belongs to jsonld; {format} has none.")
    chosen = tuple(language for language in LANGUAGES if language in languages)
    _check(target, format)
    writer = importlib.import_module(f"posatlas.exporting.{format}_format")
    options = {} if base is None else {"base": base}
    try:
        with without_collecting():  # rows and nodes are many and hold no cycles
            writer.write(Dataset(atlas, chosen), target, **options)
    except OSError as error:  # it may name the file beside the target, or none
        if isinstance(error.filename, str) and not Path(error.filename).name.startswith("."):
            raise
        raise type(error)(error.errno or errno.EIO, error.strerror or str(error), str(target)) from error
    return target


def _check(target: Path, format: str) -> None:
    """Refuse a target whose folder is missing, and one that is no file and must not become one."""
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; make it first", str(target.parent))
    if target.is_dir() and format != "csv":
        raise ValueError(f"{target} is a folder. Name a file, such as {target / FORMATS[format].file}")
    if target.exists() and not target.is_file() and not target.is_dir():
        raise ValueError(f"{target} is a device or a pipe, which would be lost. Name a file.")

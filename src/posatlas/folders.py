"""The YAML files of a folder, and what looks like one and is not read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ENDINGS: Final = (".yml", ".yaml")
_Parts = tuple[str, ...]


def yaml_files(directory: Path) -> Iterator[tuple[str, _Parts]]:
    """YAML files below a directory in order: path, and parts of the path below the directory.

    Links and hidden files and folders are not followed.
    """
    return ((path, parts) for path, parts, why, _ in _found(os.fspath(directory), ()) if not why)


def passed_over(directory: Path) -> Iterator[tuple[_Parts, str, str]]:
    """What looks like data and is not read: parts of its path below the directory, why, and what to do."""
    return ((parts, why, remedy) for _, parts, why, remedy in _found(os.fspath(directory), ()) if why)


def _found(folder: str, parts: _Parts) -> Iterator[tuple[str, _Parts, str, str]]:
    """Path and parts of each file; of what is passed over also why, and what to do."""
    try:
        with os.scandir(folder) as listed:
            entries = sorted((entry for entry in listed if entry.name[0] != "."), key=lambda entry: entry.name)
    except OSError as error:
        yield folder, parts, f"The folder cannot be read: {error.strerror or error}.", "Give it the right to be read."
        return
    for entry in entries:
        place, ending = (*parts, entry.name), os.path.splitext(entry.name)[1]
        like_data = ending.lower() in _ENDINGS
        if entry.is_symlink():
            if like_data or entry.is_dir():
                why = "A link is not followed, so that nothing is read here."
                yield entry.path, place, why, "Put the file itself here."
        elif entry.is_dir():
            yield from _found(entry.path, place)
        elif like_data and ending not in _ENDINGS:
            why = f"A file that ends in {ending} is not read."
            yield entry.path, place, why, "Write the ending in lower case: .yml"
        elif like_data and entry.is_file():
            yield entry.path, place, "", ""

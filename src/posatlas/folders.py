"""The YAML files of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def yaml_files(directory: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """YAML files below a directory in order: path, and parts of the path below the directory.

    Links and hidden files and folders are not followed.
    """
    yield from _files(os.fspath(directory), ())


def _files(folder: str, parts: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        name = entry.name
        if name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _files(entry.path, (*parts, name))
        elif name.endswith((".yml", ".yaml")) and entry.is_file():
            yield entry.path, (*parts, name)


def passed_over(directory: Path) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """What looks like data and is not read: parts of its path below the directory, why, and what to do."""
    waiting: list[tuple[str, tuple[str, ...]]] = [(os.fspath(directory), ())]
    while waiting:
        folder, parts = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = [entry for entry in found if not entry.name.startswith(".")]
        except OSError as error:
            yield parts, f"The folder cannot be read: {error.strerror or error}.", "Give it the right to be read."
            continue
        for entry in entries:
            place = (*parts, entry.name)
            ending = os.path.splitext(entry.name)[1]
            if entry.is_symlink():
                if ending.lower() in (".yml", ".yaml") or entry.is_dir():
                    yield place, "A link is not followed, so that nothing is read here.", "Put the file itself here."
            elif entry.is_dir():
                waiting.append((entry.path, place))
            elif ending.lower() in (".yml", ".yaml") and ending not in (".yml", ".yaml"):
                yield place, f"A file that ends in {ending} is not read.", "Write the ending in lower case: .yml"

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

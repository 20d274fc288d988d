"""Reading files that commands wrote: they come with a contribution like any other, and are not taken on trust."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import yaml

from posatlas.bounded import may_be_deep, read_bounded

__all__ = ["load_recorded", "read_recorded", "recorded_files"]

LIMIT: Final = 4 * 1024 * 1024  # bytes; the largest file that a command has written has a hundredth of it
DEPTH_LIMIT: Final = 40
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def recorded_files(folder: Path) -> list[Path]:
    """The files of records that lie in a folder itself, in order; none where it is missing. Links are not followed."""
    try:
        with os.scandir(folder) as found:
            names = [entry.name for entry in found if entry.is_file(follow_symlinks=False)]
    except OSError:
        return []
    return [folder / name for name in sorted(names) if name.endswith(".yml") and not name.startswith(".")]


def read_recorded(path: str | Path) -> bytes:
    """The content of a file. Raises ValueError, with a reason but not the name of the file, for a large file or one
    that is no text."""
    try:
        raw = read_bounded(path, LIMIT)
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror}") from None
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    return raw


def load_recorded(path: str | Path) -> Any:
    """The plain value of a file, not to be changed: one content is read once in a process.

    Raises yaml.YAMLError, and ValueError with a reason but not the name of the file. Refused are large files, deep
    nesting, aliases and tags: no command writes them, and they cost much to read.
    """
    return _value(read_recorded(path))


@lru_cache(maxsize=4096)
def _value(raw: bytes) -> Any:
    if may_be_deep(raw):
        _guard(raw)
    try:
        return yaml.load(raw, Loader=_LOADER)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


_TOO_DEEP: Final = f"values are nested more than {DEPTH_LIMIT} deep"


def _guard(raw: bytes) -> None:
    depth = 0
    for event in yaml.parse(raw, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEPTH_LIMIT:
            raise ValueError(_TOO_DEEP)
        if isinstance(event, yaml.AliasEvent):
            raise ValueError("an alias repeats another value, as no command writes it")

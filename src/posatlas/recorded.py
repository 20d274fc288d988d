"""Reading files that commands wrote: they come with a contribution like any other, and are not taken on trust."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, get_args, get_origin

import yaml
from yaml.reader import ReaderError

from posatlas.bounded import may_be_deep, read_bounded

__all__ = ["Misread", "NoRecord", "load_recorded", "named", "of_types", "read_recorded", "recorded_files"]

LIMIT: Final = 4 * 1024 * 1024  # bytes; the largest file that a command has written has a hundredth of it
DEPTH_LIMIT: Final = 40
_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG: Final = re.compile(rb"(?:^|[\s\[{,:])!")  # where a tag may begin; elsewhere ! is text
_TOO_DEEP: Final = f"values are nested more than {DEPTH_LIMIT} deep"


class Misread(ValueError):
    """The content of a file is refused: the reason, and where (1-based; 0 where no place is known)."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.line, self.column = line, column


class NoRecord(ValueError):
    """A file that cannot be read or holds no record: `<file>[:<line>:<column>]: <reason>[; <remedy>]`."""

    def __init__(self, file: str, reason: str, remedy: str = "", line: int = 0, column: int = 0) -> None:
        place = f"{file}:{line}:{column}" if line else file
        super().__init__(f"{place}: {reason}{f'; {remedy}' if remedy else ''}")
        self.file, self.reason, self.line, self.column = file, reason, line, column


@contextmanager
def named(file: str, remedy: str = "") -> Iterator[None]:
    """Name the file in each ValueError that is raised while it is read and made a record of: it becomes NoRecord."""
    try:
        yield
    except Misread as error:
        raise NoRecord(file, str(error), remedy, error.line, error.column) from None
    except ValueError as error:
        raise NoRecord(file, str(error), remedy) from None


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
        raise Misread(f"it cannot be read: {error.strerror}") from None
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Misread("it is not UTF-8", *_place(raw[: error.start].decode("utf-8"))) from None
    return raw


def load_recorded(path: str | Path) -> Any:
    """The plain value of a file, not to be changed: one content is read once in a process.

    Raises Misread. Refused are large files, deep nesting, aliases, tags and keys that stand twice: no command writes
    them, they cost much to read, and of two values one would be lost.
    """
    return _value(read_recorded(path))


@lru_cache(maxsize=4096)
def _value(raw: bytes) -> Any:
    try:
        if may_be_deep(raw) or _TAG.search(raw):
            _guard(raw)
        value = yaml.load(raw, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark or error.context_mark
        raise Misread(f"it is no YAML: {error.problem or error.context}", mark.line + 1, mark.column + 1) from None
    except ReaderError as error:
        place = _place(raw.decode("utf-8").partition(chr(error.character))[0])
        raise Misread(f"character U+{error.character:04X} is not allowed", *place) from None
    except RecursionError:
        raise Misread(_TOO_DEEP) from None
    if _is_deep(value):
        raise Misread(_TOO_DEEP)
    return value


def of_types(value: Any, types: Mapping[str, Any], what: str) -> None:
    """Raises ValueError for a value that is no mapping with these fields, in any order, each of its type.

    A type is one such as `int`, `int | None` or `list[str]`; whole numbers and truth values are not taken for each
    other.
    """
    if not isinstance(value, dict) or value.keys() != types.keys():
        raise ValueError(f"{what} has the fields {', '.join(types)}, and no other")
    for name, wanted in types.items():
        if not _is_of_type(value[name], wanted):
            raise ValueError(f"the field {name} of {what} has a value of another type")


def _is_of_type(value: Any, wanted: Any) -> bool:
    if get_origin(wanted) is list:
        return isinstance(value, list) and all(_is_of_type(part, get_args(wanted)[0]) for part in value)
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))


def _place(before: str) -> tuple[int, int]:
    """1-based line and column of what follows a text."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")


class _Loader(_LOADER):  # type: ignore[misc]
    """The safe loader, which takes no key twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        found: dict[Any, Any] = super().construct_mapping(node, deep)
        if len(found) != len(node.value):
            left = dict.fromkeys(found, True)
            key = next(key for key, _ in node.value if not left.pop(self.construct_object(key), False))
            mark = key.start_mark
            raise Misread(f'the key "{key.value}" stands twice', mark.line + 1, mark.column + 1)
        return found


def _guard(raw: bytes) -> None:
    depth = 0
    for event in yaml.parse(raw, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        refused = _TOO_DEEP if depth > DEPTH_LIMIT else ""
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            refused = "an alias repeats another value, as no command writes it"
        elif getattr(event, "tag", None) is not None:
            refused = "a tag says what a value is, as no command writes it"
        if refused:
            raise Misread(refused, mark.line + 1, mark.column + 1)


def _is_deep(value: Any) -> bool:
    """Whether lists and mappings are nested more than allowed."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEPTH_LIMIT):
        held = (inner for outer in level for inner in (outer.values() if isinstance(outer, dict) else outer))
        level = [inner for inner in held if isinstance(inner, dict | list)]
    return bool(level)

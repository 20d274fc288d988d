"""The tables of a model: its columns, how each is read from an entity, and the tables of its lists."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import BaseModel

from posatlas.describing import in_language
from posatlas.schema import Entity, Text

__all__ = ["Column", "ColumnType", "Shape", "Table", "shape_of", "suffix"]

ColumnType = Literal["text", "integer", "number", "boolean", "json"]
_Read = Callable[[Any], Any]
_SCALARS: Final[dict[Any, ColumnType]] = {str: "text", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True)
class Column:
    """A column; `optional` where a row may lack the value."""

    name: str
    type: ColumnType
    optional: bool = False
    about: str = ""


@dataclass(frozen=True)
class Table:
    """A table; no two rows share their `key`, and the first column names a row of the table `refers`, if any."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    refers: str = ""
    about: str = ""


@dataclass
class Shape:
    """A table of entities, or of the elements of a list in them, and the tables below it."""

    name: str
    keys: tuple[Column, ...]
    languages: tuple[str, ...]
    about: str
    columns: list[Column] = field(default_factory=list)
    readers: list[_Read] = field(default_factory=list)
    lists: list[tuple[Shape, Callable[[Any], Iterable[Any]]]] = field(default_factory=list)

    def tables(self) -> Iterator[Table]:
        """This table, and those below it."""
        key = tuple(column.name for column in self.keys)
        yield Table(self.name, (*self.keys, *self.columns), key, "entities", self.about)
        for shape, _ in self.lists:
            yield from shape.tables()

    def rows(self, value: Any, keys: tuple[Any, ...]) -> Iterator[tuple[str, tuple[tuple[Any, ...]]]]:
        """The row of a value whose key is given, and the rows below it, each with the name of its table."""
        yield self.name, ((*keys, *(read(value) for read in self.readers)),)
        for shape, elements in self.lists:
            for number, element in enumerate(elements(value)):
                yield from shape.rows(element, (*keys, number))

    def add_list(
        self, path: tuple[str, ...], element: Any, about: str, elements: Callable[[Any], Iterable[Any]]
    ) -> None:
        """Add the table of a list whose elements are of a type."""
        place = Column(f"{'_'.join(path)}_place", "integer", about="Place in the list, from 0.")
        below = Shape("_".join((self.name, *path)), (*self.keys, place), self.languages, about)
        if _is_model(element):
            below.add_fields(element)
        else:
            below.add_value("value", element, False, about, lambda value: value)
        self.lists.append((below, elements))

    def add_fields(
        self,
        model: type[BaseModel],
        path: tuple[str, ...] = (),
        optional: bool = False,
        outer: _Read = lambda value: value,
    ) -> None:
        """Add the fields of a model, which `outer` reads from a value of the table and which may be missing."""
        for name, info in model.model_fields.items():
            if issubclass(model, Entity) and name == "id":
                continue
            held, may_lack = _bare(info.annotation)
            here = (*path, (info.alias or name).replace("-", "_"))
            about, lacks = info.description or "", optional or may_lack
            read = _attribute(outer, name)
            if typing.get_origin(held) is list:
                element, _ = _bare(typing.get_args(held)[0])
                self.add_list(here, element, about, _or_nothing(read))
            elif _is_model(held):
                self.add_fields(held, here, lacks, read)
            else:
                self.add_value("_".join(here), held, lacks, about, read)

    def add_value(self, name: str, annotation: Any, optional: bool, about: str, read: _Read) -> None:
        """Add the column of a value, or the columns of a text."""
        if annotation is Text:
            for language in self.languages:
                self.columns.append(Column(f"{name}_{suffix(language)}", "text", optional, about))
                self.readers.append(_text(read, language))
            return
        kind = _type(annotation)
        self.columns.append(Column(name, kind, optional, about))
        self.readers.append(_as_json(read) if kind == "json" else read)


def shape_of(name: str, model: type[Entity], keys: tuple[Column, ...], languages: tuple[str, ...]) -> Shape:
    """The table of a kind of entity, with those below it."""
    shape = Shape(name, keys, languages, (model.__doc__ or "").strip())
    shape.add_fields(model)
    return shape


def suffix(language: str) -> str:
    """A language as the end of a column's name: zh_hant."""
    return language.lower().replace("-", "_")


def _attribute(outer: _Read, name: str) -> _Read:
    return lambda value: None if (held := outer(value)) is None else getattr(held, name)


def _or_nothing(read: _Read) -> _Read:
    return lambda value: read(value) or ()


def _text(read: _Read, language: str) -> _Read:
    return lambda value: None if (text := read(value)) is None else in_language(text, language)


def _as_json(read: _Read) -> _Read:
    def dumped(value: Any) -> str | None:
        held = read(value)
        if held is None:
            return None
        return json.dumps(held, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    return dumped


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel) and annotation is not Text


def _bare(annotation: Any) -> tuple[Any, bool]:
    """A type without what is annotated, and whether None is allowed beside it."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _bare(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        members = [a for a in typing.get_args(annotation) if a is not type(None)]
        may_lack = len(members) < len(typing.get_args(annotation))
        return (_bare(members[0])[0] if len(members) == 1 else annotation), may_lack
    return annotation, False


def _type(annotation: Any) -> ColumnType:
    """The type of a column; json for what has no fixed form."""
    if typing.get_origin(annotation) is Literal:
        return "text" if all(isinstance(word, str) for word in _words(annotation)) else "json"
    return _SCALARS.get(annotation, "json")


def _words(annotation: Any) -> Iterator[Any]:
    for word in typing.get_args(annotation):
        yield from _words(word) if typing.get_origin(word) is Literal else (word,)

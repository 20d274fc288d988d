"""Entities of one kind, or those that answer a question."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Self, SupportsIndex, TypeVar, overload

from pydantic import BaseModel

from posatlas.findings import near
from posatlas.listing import Listing, html_table, pandas_table
from posatlas.schema import Entity, Language, Text
from posatlas.schema.frozen import plain
from posatlas.schema.holder import holder_of
from posatlas.words import without_marks

__all__ = ["Entities", "UnknownEntity", "plain_value"]

E = TypeVar("E", bound=Entity)
_AT_A_GLANCE = ("verdict", "kind", "about", "family", "enters_at", "authors", "first_published", "released", "date")


class UnknownEntity(KeyError):
    """No entity has this id; the message names a near one."""

    def __str__(self) -> str:
        return str(self.args[0])


class Entities(Listing[E]):
    """A tuple of entities that also finds them by id.

    >>> import posatlas
    >>> methods = posatlas.load().methods
    >>> methods["rope"].family
    'rotary'
    >>> "rope" in methods, methods["rope"] in methods
    (True, True)
    >>> methods["roep"]
    Traceback (most recent call last):
        ...
    posatlas.entities.UnknownEntity: None of these 60 entities has the id "roep"; did you mean "rope"?
    """

    _kind: type[Entity] | None

    def __new__(cls, entities: Iterable[E] = (), kind: type[Entity] | None = None) -> Self:
        """Entities in this order; `kind` is their class, which gives their fields where there are none."""
        made = super().__new__(cls, entities)
        made._kind = kind
        return made

    @overload
    def __getitem__(self, key: Entity | str | SupportsIndex) -> E: ...
    @overload
    def __getitem__(self, key: slice) -> Entities[E]: ...
    def __getitem__(self, key: Entity | str | SupportsIndex | slice) -> E | Entities[E]:
        """An entity by id, by an entity with that id or by place; or some by a slice.

        Raises UnknownEntity, a KeyError that names a near id.
        """
        if isinstance(key, Entity):
            key = key.id
        if isinstance(key, str):
            try:
                return self._by_id[key]
            except KeyError:
                guess = near(key, self._by_id) or near(key.casefold(), self._by_id)
                hint = f'; did you mean "{guess}"?' if guess else "."
                raise UnknownEntity(f'None of these {len(self)} entities has the id "{key}"{hint}') from None
        return Entities(super().__getitem__(key), self._kind) if isinstance(key, slice) else super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        """Whether an id, or an entity, is among them."""
        return key in self._by_id if isinstance(key, str) else super().__contains__(key)

    @cached_property
    def _by_id(self) -> dict[str, E]:
        return {entity.id: entity for entity in self}

    @property
    def ids(self) -> tuple[str, ...]:
        """Their ids, in order."""
        return tuple(self._by_id)

    def to_dicts(self, language: Language | None = None) -> list[dict[str, Any]]:
        """A row for each: its fields by their names in a file, texts in one language (the atlas's own without one)."""
        rows = [_row(entity, language) for entity in self]
        keys = list(dict.fromkeys(key for row in rows for key in row))
        return [{key: row.get(key) for key in keys} for row in rows]

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame, which has its columns where there are no rows as well. Raises MissingExtra
        where pandas is not installed."""
        fields = self._kind.model_fields if self._kind is not None and not self else {}
        return pandas_table(self.to_dicts(), columns=[info.alias or name for name, info in fields.items()])

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._by_id)

    def _repr_html_(self) -> str:
        rows = [
            {"id": entity.id, "": without_marks(entity.text()) if holder_of(entity) else ""}
            | {name: _glanced(entity, name) for name in _AT_A_GLANCE}
            for entity in self
        ]
        return html_table(rows, repr(self))

    def __repr__(self) -> str:
        names = [entity.id for entity in tuple(self)[:6]]
        more = f", … {len(self) - 6} more" if len(self) > 6 else ""
        count = f"{len(self)} {'entity' if len(self) == 1 else 'entities'}"
        return f"<{count}: {', '.join(names)}{more}>" if self else "<no entities>"


def _glanced(entity: Entity, name: str) -> Any:
    value = getattr(entity, name, None)
    return value if isinstance(value, str | list) else None


def _row(entity: Entity, language: Language | None) -> dict[str, Any]:
    from posatlas.describing import in_language

    holder = holder_of(entity)
    spoken = language or (holder.language if holder is not None else "en")
    fields = type(entity).model_fields
    return {i.alias or n: plain_value(getattr(entity, n), lambda t: in_language(t, spoken)) for n, i in fields.items()}


def plain_value(value: Any, said: Any) -> Any:
    """A value of an entity as plain data; `said` turns a Text into a string."""
    if isinstance(value, Text):
        return said(value)
    if isinstance(value, BaseModel):
        held = {(i.alias or n): getattr(value, n) for n, i in type(value).model_fields.items()}
        return {name: plain_value(inner, said) for name, inner in held.items() if inner is not None}
    if isinstance(value, list):
        return [plain_value(inner, said) for inner in value]
    return plain(value)


"""The atlas as tables, made from the models alone, so that a new field or kind needs no code here.

A kind is a table, named as its folder, with one row an entity. A text is one column for each language; the fields of
an inner model are columns with its name before theirs; a list is a table of its own, whose rows name the entity and
their places, counted from 0. What has no fixed form (arguments of a check, a default that may be number or word) is
JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from posatlas.exporting.dataset import LICENCE, Dataset, json_number, place, written_in_simplified
from posatlas.exporting.table_shapes import Column, Shape, Table, shape_of, suffix
from posatlas.plain_values import names
from posatlas.schema import KINDS, Item, Part

__all__ = ["Tables"]

Row = tuple[Any, ...]
_ENTITY: Final = Column("entity_id", "text", about="Id of the entity.")


class Tables:
    """Tables and rows of a data set; tables that others refer to come first."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._shapes = {kind: self._shape(kind) for kind in KINDS}

    def tables(self) -> list[Table]:
        """All tables."""
        languages = (Column(suffix(language), "text") for language in self._dataset.languages)
        named = Table("names", (_ENTITY, *languages), ("entity_id",), "entities", "Name, title or statement.")
        return [*_COMMON, named, *(table for shape in self._shapes.values() for table in shape.tables())]

    def rows(self) -> Iterator[tuple[str, Iterable[Row]]]:
        """The rows of each table, with its name, in the order of `tables`; of what the models give, in pieces."""
        dataset, atlas = self._dataset, self._dataset.atlas
        version, spoken = ("version", dataset.version), ("languages", " ".join(dataset.languages))
        yield "about", (version, ("licence", LICENCE), spoken)
        yield "entities", ((e.id, atlas.kind_of[e.id], atlas.path_of[e.id]) for e in dataset.entities())
        yield "edges", ((e.source, e.relation, e.target, e.field, _json(e.more or None)) for e in dataset.links())
        yield "statuses", dataset.statuses.items()
        yield "written_zh_hans", self._written()
        yield "records", (
            (number, *(_json(row[c.name]) if c.type == "json" else row[c.name] for c in _RECORDS.columns[1:]))
            for number, row in enumerate(dataset.rows())
        )
        yield "names", ((e.id, *names(e, dataset.languages).values()) for e in dataset.entities())
        for kind, shape in self._shapes.items():
            for entity in atlas.of(kind):
                yield from shape.rows(entity, (entity.id,))

    def _shape(self, kind: str) -> Shape:
        _, folder, model = KINDS[kind]
        shape = shape_of(folder, model, (_ENTITY,), self._dataset.languages)
        if kind == "document":  # two files beside it hold its statements and parts
            atlas = self._dataset.atlas
            shape.add_list(("items",), Item, "Its statements in order.", lambda document: atlas.items(document.id))
            shape.add_list(("parts",), Part, "Its parts in order.", lambda document: atlas.parts(document.id))
        return shape

    def _written(self) -> Iterator[Row]:
        for entity in self._dataset.entities():
            yield from ((entity.id, where) for where in written_in_simplified(entity))
            items = list(self._dataset.atlas.items(entity.id))
            yield from ((entity.id, place(("items", where))) for where in written_in_simplified(items))


def _json(value: Any) -> str | None:
    if value is None:
        return None
    held = dict(value) if isinstance(value, Mapping) else value
    return json.dumps(json_number(held), ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str)


_RECORDS: Final = Table(
    "records",
    (
        Column("number", "integer", about="Place among the records."),
        Column("method", "text", about="Method that was built."),
        Column("claim", "text", about="Claim whose check it is."),
        Column("says", "text"),
        Column("property", "text"),
        Column("build", "json"),
        Column("given", "json"),
        Column("measured", "json"),
        Column("tolerance", "json", optional=True),
        Column("holds", "boolean"),
        Column("device", "text"),
        Column("dtype", "text"),
        Column("versions", "json"),
        Column("date", "text"),
        Column("key", "text", about="Digest of what decides the measurement."),
    ),
    ("number",),
    about="What was measured.",
)
_EDGES: Final = Table(
    "edges",
    (
        Column("source", "text"),
        Column("relation", "text"),
        Column("target", "text"),
        Column("field", "text", about="First place that makes the reference."),
        Column("more", "json", optional=True, about="What else the graph knows of the edge."),
    ),
    ("source", "relation", "target"),
    "entities",
    "Edges of the graph.",
)
_COMMON: Final = (
    Table("about", (Column("name", "text"), Column("value", "text")), ("name",), about="Version, licence, languages."),
    Table(
        "entities",
        (Column("id", "text"), Column("kind", "text"), Column("path", "text")),
        ("id",),
        about="Every entity.",
    ),
    _EDGES,
    Table(
        "statuses",
        (_ENTITY, Column("status", "text")),
        ("entity_id",),
        "entities",
        "Status of each claim, from its verdict, checks and sources.",
    ),
    Table(
        "written_zh_hans",
        (_ENTITY, Column("field", "text")),
        ("entity_id", "field"),
        "entities",
        "Texts whose Simplified Chinese was written; elsewhere it is derived from zh-Hant.",
    ),
    _RECORDS,
)

"""JSON: every entity as its file has it, one a line; `posatlas schema export` prints the schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from posatlas.exporting.dataset import LICENCE, Dataset, json_number, written_in_simplified
from posatlas.plain_values import names, plain
from posatlas.schema import Claim, Document, Entity
from posatlas.writing import replacement

__all__ = ["as_value", "write"]


def write(dataset: Dataset, target: Path) -> None:
    """Write the export to a file."""
    with replacement(target) as new, new.open("w", encoding="utf-8", newline="\n") as out:
        out.write("{\n")
        out.writelines(f"{_text(key)}:{_text(value)},\n" for key, value in _head(dataset).items())
        for number, (key, rows) in enumerate(_lists(dataset)):
            out.write(f"{',' if number else ''}{_text(key)}:[")
            out.writelines(f"{',' if row else ''}\n{_text(value)}" for row, value in enumerate(rows))
            out.write("]\n")
        out.write("}\n")


def as_value(dataset: Dataset) -> dict[str, Any]:
    """The value that the file holds, for programs that compare data sets."""
    return _head(dataset) | {key: list(rows) for key, rows in _lists(dataset)}


def _head(dataset: Dataset) -> dict[str, Any]:
    return {
        "format": "posatlas-export-1",
        "version": dataset.version,
        "licence": LICENCE,
        "languages": list(dataset.languages),
    }


def _lists(dataset: Dataset) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    yield "entities", (_entry(dataset, entity) for entity in dataset.entities())
    yield "edges", ({"source": e.source, "relation": e.relation, "target": e.target, "field": e.field, **e.more}
                    for e in dataset.links())  # fmt: skip
    yield "records", (json_number(row) for row in dataset.rows())


def _entry(dataset: Dataset, entity: Entity) -> dict[str, Any]:
    atlas, languages = dataset.atlas, dataset.languages
    found: dict[str, Any] = {"kind": atlas.kind_of[entity.id], "id": entity.id, "path": atlas.path_of[entity.id]}
    found |= {"names": names(entity, languages), "entity": plain(entity, languages)}
    if written := written_in_simplified(entity):
        found["written_zh_hans"] = written
    if isinstance(entity, Claim):
        found["status"] = dataset.statuses[entity.id]
    if isinstance(entity, Document):
        items = list(atlas.items(entity.id))
        found["items"] = plain(items, languages)
        found["parts"] = plain(atlas.parts(entity.id), languages)
        if written := written_in_simplified(items):
            found["items_written_zh_hans"] = written
    return found


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

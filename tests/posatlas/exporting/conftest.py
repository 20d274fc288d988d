"""Exports of the repository's knowledge base and of a small one with awkward values, and what they must hold."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace, UnionType
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

import posatlas
from posatlas.evidence import load_evidence
from posatlas.exporting import FORMATS, export
from posatlas.schema import KINDS, Entity, Item, Part, Text

Rows = Mapping[str, list[dict[str, Any]]]


@pytest.fixture
def awkward(kb: Path, change: Callable[..., None]) -> posatlas.Atlas:
    """The small knowledge base with Simplified Chinese that was written, signs that formats escape, and records of
    numbers without end."""
    statement = {
        "zh-Hant": "長度「不變」, \"真的\"", "en": "<b>a & b</b>,\n\"quoted\"; ]]> \\x {y} %", "zh-Hans": "另写",
    }  # fmt: skip
    change("claims/turning/turning-keeps-length.yml", statement=statement)
    conventions = [{"zh-Hant": "甲", "en": "first", "zh-Hans": "乙"}]
    change("methods/turning.yml", conventions=conventions, aliases=["b", "a", "b"])
    items = [{"id": "C001", "section": "一", "kind": "property", "says": statement}]
    change("documents/explainer/items.yml", items=items)
    endless = float("inf")
    outcomes = ((endless, None), (10000.0, endless), ("word", 0.5), (True, 1e-10), (3, 1.0))
    rows = [
        {"claim": "turning-keeps-length", "says": "first", "property": "norm_kept", "build": {"a": [1, 2.5]},
         "given": {}, "measured": measured, "tolerance": tolerance, "holds": True, "device": "cpu",
         "dtype": "float64", "versions": {"torch": "2"}, "date": "2026-01-02", "key": "0" * 24}
        for measured, tolerance in outcomes
    ]  # fmt: skip
    (kb / "evidence").mkdir()
    (kb / "evidence" / "turning.yml").write_text(yaml.safe_dump(rows), encoding="utf-8")
    return posatlas.load(kb)


@pytest.fixture(params=["awkward", "whole"])
def atlas(request: pytest.FixtureRequest) -> posatlas.Atlas:
    """Each of the two knowledge bases in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[posatlas.Atlas, str], Path]:
    """`made(atlas, format)`: the file of an export, written once for each."""
    folder, known = tmp_path_factory.mktemp("exports"), {}

    def written(atlas: posatlas.Atlas, format: str) -> Path:
        key = (id(atlas), format)
        if key not in known:
            known[key] = (atlas, export(atlas, format, folder / f"{len(known)}-{FORMATS[format].file}"))
        return known[key][1]

    return written


@pytest.fixture(scope="session")
def holds_everything() -> Callable[..., None]:
    """`holds_everything(atlas, entities, items, parts)`: an export gave back all that the files say, and no more."""

    def check(atlas: posatlas.Atlas, entities: Mapping[str, Any], items: Mapping[str, Any], parts: Any) -> None:
        assert dict(entities) == dict(atlas.entities)
        documents = [document.id for document in atlas.of("document")]
        assert items == {document: atlas.items(document) for document in documents}
        assert parts == {document: atlas.parts(document) for document in documents}

    return check


@pytest.fixture(scope="session")
def rows_of_evidence() -> Callable[[posatlas.Atlas], list[tuple[Any, ...]]]:
    """Records as the evidence has them, each with its method."""

    def found(atlas: posatlas.Atlas) -> list[tuple[Any, ...]]:
        return [
            (method, *vars(record).values())
            for method, records in sorted(load_evidence(atlas.root / "evidence").items())
            for record in records
        ]

    return found


@pytest.fixture(scope="session")
def from_tables() -> Callable[[Rows], tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """Entities, statements and parts made of tables by the rules that docs/exports.md states."""

    def rebuilt(tables: Rows) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        written = {(row["entity_id"], row["field"]) for row in tables["written_zh_hans"]}
        reader = _Tables(tables, written)
        entities = {
            row["entity_id"]: kind.model.model_validate(reader.model(kind.model, row, kind.folder, (row["entity_id"],)))
            for kind in KINDS.values()
            for row in tables[kind.folder]
        }
        items, parts = (
            {
                row["entity_id"]: tuple(
                    model.model_validate(value)
                    for value in reader.list_of(model, f"documents_{name}", (row["entity_id"],), (name,))
                )
                for row in tables["documents"]
            }
            for name, model in (("items", Item), ("parts", Part))
        )
        return entities, items, parts

    return rebuilt


@pytest.fixture(scope="session")
def types() -> Any:
    """The functions `bare` and `is_model` of types, for what reads an export back."""
    return SimpleNamespace(bare=bare, is_model=is_model)


class _Tables:
    def __init__(self, tables: Rows, written: set[tuple[str, str]]) -> None:
        self._written = written
        self._below: dict[tuple[str, tuple[Any, ...]], list[dict[str, Any]]] = {}
        for name, rows in tables.items():
            for row in rows:
                places = [value for column, value in row.items() if column.endswith("_place")]
                if places:
                    self._below.setdefault((name, (row["entity_id"], *places[:-1])), []).append(row)

    def list_of(self, element: Any, table: str, key: tuple[Any, ...], where: tuple[Any, ...]) -> list[Any]:
        rows = self._below.get((table, key), [])
        places = [list(row.values())[len(key)] for row in rows]
        assert sorted(places) == list(range(len(rows)))
        found = []
        for place, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0]):
            if element is Text:
                found.append(self._text(row, "value", (*where, place)))
            elif is_model(element):
                found.append(self.model(element, row, table, (*key, place), "", (*where, place)))
            else:
                found.append(row["value"])
        return found

    def model(
        self, model: type[BaseModel], row: Mapping[str, Any], table: str, key: tuple[Any, ...],
        prefix: str = "", where: tuple[Any, ...] = (),
    ) -> dict[str, Any]:  # fmt: skip
        values: dict[str, Any] = {}
        for name, info in model.model_fields.items():
            if issubclass(model, Entity) and name == "id":
                values["id"] = row["entity_id"]
                continue
            word = info.alias or name
            column, here, held = prefix + word.replace("-", "_"), (*where, word), bare(info.annotation)
            if typing.get_origin(held) is list:
                value: Any = self.list_of(bare(typing.get_args(held)[0]), f"{table}_{column}", key, here)
            elif held is Text:
                value = self._text(row, column, here)
            elif is_model(held):
                value = self.model(held, row, table, key, f"{column}_", here)
                value = None if all(inner in (None, [], {}) for inner in value.values()) else value
            elif held is bool:
                value = None if row[column] is None else bool(row[column])
            elif held in (str, int, float) or typing.get_origin(held) is typing.Literal:
                value = row[column]
            else:
                value = None if row[column] is None else json.loads(row[column])
            if value is not None:
                values[word] = value
        return values

    def _text(self, row: Mapping[str, Any], column: str, where: tuple[Any, ...]) -> dict[str, str] | None:
        if row[f"{column}_en"] is None:
            return None
        text = {"zh-Hant": row[f"{column}_zh_hant"], "en": row[f"{column}_en"]}
        if (row["entity_id"], ".".join(map(str, where))) in self._written:
            text["zh-Hans"] = row[f"{column}_zh_hans"]
        else:
            assert row[f"{column}_zh_hans"]
        return text


def bare(annotation: Any) -> Any:
    """A type without what is annotated and without None; a union of several stays."""
    if typing.get_origin(annotation) is typing.Annotated:
        return bare(typing.get_args(annotation)[0])
    if typing.get_origin(annotation) in (typing.Union, UnionType):
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        return bare(members[0]) if len(members) == 1 else annotation
    return annotation


def is_model(annotation: Any) -> bool:
    """Whether a type is a model."""
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)

"""JSON: it fits its schema, and gives back every entity, edge and record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import posatlas
from posatlas.exporting import export
from posatlas.json_schemas import schema_of
from posatlas.schema import KINDS, LANGUAGES, Item, Part


def _as_written(value: Any, written: set[str], where: tuple[str, ...] = ()) -> Any:
    """A value without the Simplified Chinese that was derived."""
    if isinstance(value, dict):
        kept = {k: _as_written(held, written, (*where, k)) for k, held in value.items()}
        if value.keys() == set(LANGUAGES) and ".".join(where) not in written:
            assert kept.pop("zh-Hans")
        return kept
    if isinstance(value, list):
        return [_as_written(held, written, (*where, str(n))) for n, held in enumerate(value)]
    return value


def test_everything_comes_back(
    atlas: posatlas.Atlas, made: Callable[..., Path], holds_everything: Callable[..., None]
) -> None:
    value = json.loads(made(atlas, "json").read_text(encoding="utf-8"))
    entities, items, parts = {}, {}, {}
    for entry in value["entities"]:
        model = KINDS[entry["kind"]].model
        held = _as_written(entry["entity"], set(entry.get("written_zh_hans", ())))
        entities[entry["id"]] = model.model_validate(held)
        if entry["kind"] == "document":
            says = _as_written(entry["items"], set(entry.get("items_written_zh_hans", ())))
            items[entry["id"]] = tuple(map(Item.model_validate, says))
            parts[entry["id"]] = tuple(map(Part.model_validate, entry["parts"]))
        assert atlas.kind_of[entry["id"]] == entry["kind"]
        assert atlas.path_of[entry["id"]] == entry["path"]
    holds_everything(atlas, entities, items, parts)
    edges = {(edge.pop("source"), edge.pop("target"), edge["relation"]): edge for edge in value["edges"]}
    assert edges == {key: json.loads(json.dumps(data)) for key, data in atlas.graph.edges.items()}  # tuples are lists


def _number(value: Any) -> Any:
    return float(value["number"]) if isinstance(value, dict) and value.keys() == {"number"} else value


def test_records_come_back(
    atlas: posatlas.Atlas, made: Callable[..., Path], rows_of_evidence: Callable[..., list[tuple[Any, ...]]]
) -> None:
    value = json.loads(made(atlas, "json").read_text(encoding="utf-8"))
    rows = [repr(tuple(map(_number, row.values()))) for row in value["records"]]  # NaN equals nothing, its repr does
    assert rows == list(map(repr, rows_of_evidence(atlas)))
    assert len(rows) >= 5


def test_it_fits_its_schema(atlas: posatlas.Atlas, made: Callable[..., Path]) -> None:
    schema = schema_of("export")
    jsonschema.Draft202012Validator.check_schema(schema)
    value = json.loads(made(atlas, "json").read_text(encoding="utf-8"))
    sample = value | {"entities": value["entities"][:: max(1, len(value["entities"]) // 150)]}
    sample |= {"records": value["records"][:50], "edges": value["edges"][:50]}
    validator = jsonschema.Draft202012Validator(schema)
    assert [error.message for error in validator.iter_errors(sample)] == []
    for wrong in ({"version": "new"}, {"more": 1}, {"languages": ["fr"]}, {"entities": [{"kind": "method"}]}):
        assert list(validator.iter_errors(sample | wrong)), wrong


def test_status_and_version(whole: posatlas.Atlas, made: Callable[..., Path]) -> None:
    value = json.loads(made(whole, "json").read_text(encoding="utf-8"))
    by_id = {entry["id"]: entry for entry in value["entities"]}
    assert by_id["alibi-slopes-halve-per-head"]["status"] == "verified-by-run"  # conditional, all checks agree
    assert {e["status"] for e in value["entities"] if e["kind"] == "claim"} >= {"untestable", "sourced"}
    assert re.fullmatch(rf"{re.escape(posatlas.__data_version__)}\+[0-9a-f]{{16}}", value["version"])


@pytest.mark.parametrize("languages", [["en"], ["zh-Hant"], ["zh-Hans", "zh-Hant"]])
def test_only_the_languages_asked_for(awkward: posatlas.Atlas, tmp_path: Path, languages: list[str]) -> None:
    value = json.loads(export(awkward, "json", tmp_path / "a", languages).read_text(encoding="utf-8"))
    assert value["languages"] == [language for language in LANGUAGES if language in languages]
    (claim,) = (entry for entry in value["entities"] if entry["id"] == "turning-keeps-length")
    assert set(claim["entity"]["statement"]) == set(claim["names"]) == set(languages)
    validator = jsonschema.Draft202012Validator(schema_of("export"))
    assert list(validator.iter_errors(value)) == []

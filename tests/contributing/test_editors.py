"""Editors are told which schema a file follows: every file of the knowledge base has one, and only one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from posatlas.schema import KINDS

ROOT = Path(__file__).parents[2]
SETTINGS = json.loads((ROOT / ".vscode" / "settings.json").read_text(encoding="utf-8"))
MAPPED: dict[str, str] = SETTINGS["yaml.schemas"]


def _matches(pattern: str, path: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", "[^/]*"), path) is not None


def test_every_file_has_one_schema_and_it_is_that_of_its_kind() -> None:
    files = [p for p in (ROOT / "kb").rglob("*.yml") if "evidence" not in p.parts]
    assert len(files) > 1000
    folders = {kind.folder: name for name, kind in KINDS.items()}
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        found = [schema for schema, pattern in MAPPED.items() if _matches(pattern, path)]
        parts = file.relative_to(ROOT / "kb").parts
        beside = parts[0] == "documents" and len(parts) == 3
        kind = file.stem if beside else folders[parts[0]]
        assert found == [f"./schema/json/{kind}.json"], path


def test_every_kind_is_mapped() -> None:
    assert {Path(schema).stem for schema in MAPPED} == {*KINDS, "items", "parts"}


def test_the_schemas_are_there_and_take_our_files() -> None:
    if not (ROOT / "schema" / "json").is_dir():
        pytest.skip("this checkout has no schema/json")
    jsonschema = pytest.importorskip("jsonschema")
    from posatlas import reading

    for schema, pattern in MAPPED.items():
        held = json.loads((ROOT / schema).read_text(encoding="utf-8"))
        validator = jsonschema.Draft202012Validator(held)
        for file in sorted(ROOT.glob(pattern))[:20]:
            assert [e.message for e in validator.iter_errors(reading.read(file, file.name).value)] == [], file


def test_what_commands_write_is_read_only() -> None:
    assert SETTINGS["files.readonlyInclude"]["kb/evidence/**"] is True

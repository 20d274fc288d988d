"""JSON Schemas: the published files are fresh, every file of the knowledge base fits, and mistakes do not."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import posatlas
from posatlas.json_schemas import NAMES, definitions, schema_of
from posatlas.schema import KINDS, Item, Part
from posatlas.schema.properties import PROPERTIES

from .in_process import answer

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "schema" / "json"


class _PlainLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Dates stay text, as they are here."""


_PlainLoader.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in rows if not tag.endswith(":timestamp")]
    for sign, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@pytest.mark.parametrize("name", NAMES)
def test_published_schemas_are_fresh(name: str) -> None:
    published = json.loads((files("posatlas.schema") / "json" / f"{name}.json").read_text(encoding="utf-8"))
    assert published == schema_of(name), "they are old: posatlas schema --out schema/json"
    jsonschema.Draft202012Validator.check_schema(published)


def test_there_are_no_others() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.json" for name in NAMES}


def test_every_file_fits_the_schema_of_its_kind(whole: posatlas.Atlas) -> None:
    validators = {name: jsonschema.Draft202012Validator(schema_of(name)) for name in (*KINDS, "items", "parts")}
    seen = set()
    for entity in whole:
        kind = whole.kind_of[entity.id]
        if kind in ("claim", "term") and hash_of(entity.id) % 8:
            continue  # they are many, and alike
        value = yaml.load((ROOT / whole.path_of[entity.id]).read_bytes(), Loader=_PlainLoader)
        assert [error.message for error in validators[kind].iter_errors(value)] == [], entity.id
        seen.add(kind)
    for file in (ROOT / "kb" / "documents").glob("*/*.yml"):
        value = yaml.load(file.read_bytes(), Loader=_PlainLoader)
        assert [error.message for error in validators[file.stem].iter_errors(value)] == []
        seen.add(file.stem)
    assert seen >= set(validators) - {"redirect"}


def hash_of(word: str) -> int:
    """A number of a word that is the same in every run."""
    return sum(word.encode())


def _claim() -> dict[str, Any]:
    file = ROOT / "kb" / "claims" / "alibi" / "alibi-slopes-halve-per-head.yml"
    return yaml.load(file.read_bytes(), Loader=_PlainLoader)


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "splendid"},
        {"about": []},
        {"statemnt": {"zh-Hant": "字", "en": "word"}},
        {"id": "alibi-slopes-halve-per-head"},
        {"statement": {"en": "word"}},
        {"checks": [{"says": "a", "method": "alibi", "property": "no_such_property", "expect": "holds"}]},
    ],
)
def test_mistakes_do_not_fit(change: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(schema_of("claim"))
    assert list(validator.iter_errors(_claim())) == []
    assert list(validator.iter_errors(_claim() | change))


def test_words_of_vocabularies_are_offered() -> None:
    offered = schema_of("claim")["$defs"]["Check"]["properties"]["property"]["enum"]
    assert offered == sorted(PROPERTIES)


def test_the_command(tmp_path: Path) -> None:
    assert json.loads(answer("schema", "method").out) == schema_of("method")
    assert answer("schema").out.split() == list(NAMES)
    written = answer("schema", "--out", tmp_path / "new")
    assert written.code == 0, written.err
    assert {f.name: f.read_bytes() for f in (tmp_path / "new").iterdir()} == {
        f.name: f.read_bytes() for f in FOLDER.iterdir()
    }
    refused = answer("schema", "metod")
    assert refused.code == 1
    assert 'There is no schema of "metod"; there are document, ' in refused.err
    (tmp_path / "file").touch()
    refused = answer("schema", "--out", tmp_path / "file")
    assert (refused.code, "Traceback" in refused.err) == (1, False)


def test_definitions_of_models_without_texts_hold_no_text() -> None:
    assert set(definitions(Part)) == {"Part"}
    assert set(definitions(Part, Item)) == {"Item", "Part", "Text"}

"""Versions of the data: declared, with a digest, and raised by the step that a change asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import posatlas
from posatlas.json_schemas import schema_of
from posatlas.version_steps import (
    NotAnExport,
    changes,
    data_of,
    next_version,
    schema_changes,
    step,
    suffices,
)
from posatlas.versions import declared_version, version_of

from .in_process import answer

ROOT = Path(__file__).parents[2]
CLAIM = "claims/turning/turning-keeps-length.yml"


def test_the_package_says_which_data_it_holds() -> None:
    assert posatlas.__data_version__ == (ROOT / "kb" / "VERSION").read_text(encoding="utf-8").strip()
    assert re.fullmatch(r"\d+\.\d+\.\d+", posatlas.__data_version__)
    with pytest.raises(AttributeError, match="no attribute"):
        posatlas.__no_such_name__  # noqa: B018


def test_equal_files_give_equal_versions_and_any_change_another(kb: Path, change: Callable[..., None]) -> None:
    first = version_of(kb)
    assert re.fullmatch(r"0\.0\.0\+[0-9a-f]{16}", first)
    assert version_of(kb) == first
    change("papers/doe-2020.yml", title="Another")
    second = version_of(kb)
    (kb / "methods" / "turning.yml").rename(kb / "methods" / "twisting.yml")
    (kb / "evidence").mkdir()
    third = version_of(kb)
    (kb / "evidence" / "turning.yml").write_text("[]\n", encoding="utf-8")
    (kb / "VERSION").write_text("2.10.3\n", encoding="utf-8")
    fourth = version_of(kb)
    assert len({v.partition("+")[2] for v in (first, second, third, fourth)}) == 4
    assert fourth.startswith("2.10.3+")


@pytest.mark.parametrize(
    "text", ["", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.2.x", "1.2.3\n4.5.6", "\xff", "9" * 99]
)
def test_a_version_that_is_none(kb: Path, text: str) -> None:
    (kb / "VERSION").write_bytes(text.encode("latin-1"))
    with pytest.raises(ValueError, match=r"VERSION:1:1: .* is no version\. Write one line of three numbers"):
        declared_version(kb)


def _step(before: dict[str, Any], kb: Path) -> str:
    return step(changes(before, data_of(posatlas.load(kb))))


REDIRECT = {"to": ["adding"], "reason": {"zh-Hant": "併入。", "en": "Merged."}}
CASES: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "nothing": ("none", CLAIM, {}),
    "wording": ("patch", CLAIM, {"explanation": {"zh-Hant": "另一句。", "en": "Another sentence."}}),
    "a formula": ("patch", "methods/adding.yml", {"glance": {"zh-Hant": "加。", "en": "Adds."}, "formulas": [
        {"name": {"zh-Hant": "和", "en": "Sum"}, "latex": "x + 2p"}]}),
    "verdict": ("minor", CLAIM, {"verdict": "imprecise"}),
    "an edge more": ("minor", CLAIM, {"about": ["turning", "adding"]}),
    "an edge less": ("minor", "claims/turning/turning-is-popular.yml", {"about": ["turning"]}),
    "first paper of a method": ("minor", "methods/adding.yml", {"introduced_by": "doe-2020"}),
    "removed": ("major", CLAIM, None),
    "another statement": ("major", CLAIM, {"source": {"id": "explainer", "locator": "1", "item": "C003"}}),
    "another arXiv id": ("major", "papers/doe-2020.yml", {"arxiv": {"id": "2002.09999"}}),
    "a number of the document gone": ("major", "documents/explainer/items.yml", {"items": [
        {"id": "C001", "section": "一", "kind": "property", "says": {"zh-Hant": "第 1 句", "en": "Sentence 1"}}]}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_step_that_a_change_asks_for(kb: Path, change: Callable[..., None], case: str) -> None:
    expected, path, fields = CASES[case]
    before = json.loads(json.dumps(data_of(posatlas.load(kb))))
    if fields is None:
        (kb / path).unlink()
    else:
        change(path, **fields)
    assert _step(before, kb) == expected


def test_new_ids_are_minor_and_moved_ones_major(kb: Path, change: Callable[..., None]) -> None:
    before = data_of(posatlas.load(kb))
    change("methods/adding.yml", as_="methods/adding-twice.yml")
    assert _step(before, kb) == "minor"
    (kb / "methods" / "turning.yml").unlink()
    (kb / "redirects").mkdir()
    (kb / "redirects" / "turning.yml").write_text(json.dumps(REDIRECT), encoding="utf-8")
    found = changes(before, data_of(posatlas.load(kb)))
    assert found[0] == ("major", "turning", "turning was a method and is a redirect.")
    assert [c.step for c in found] == sorted((c.step for c in found), key="major minor patch".split().index)


def test_languages_that_one_export_lacks_are_no_change(kb: Path) -> None:
    before = data_of(posatlas.load(kb))
    text = json.dumps(before).replace('"languages": ["zh-Hant", "en"]', '"languages": ["en"]')
    assert changes(json.loads(text), before) == []


def test_a_change_and_its_reverse_differ_in_the_whole_knowledge_base(whole: posatlas.Atlas) -> None:
    now = data_of(whole)
    assert changes(now, now) == []
    fewer = now | {"entities": [entry for entry in now["entities"] if entry["id"] != "alibi"]}
    assert step(changes(now, fewer)) == "major"
    assert step(changes(fewer, now)) == "minor"


@pytest.mark.parametrize(
    "value", [{}, [], 3, None, {"format": "posatlas-export-1", "version": "1.0.0", "languages": ["en"], "records": [],
                                "edges": [], "entities": [{"id": [], "kind": "method", "entity": {}}]}],
)  # fmt: skip
def test_what_is_no_export_is_refused(kb: Path, value: Any) -> None:
    with pytest.raises(NotAnExport):
        changes(value, data_of(posatlas.load(kb)))


def test_arithmetic_of_versions() -> None:
    assert [next_version("1.4.2+ab", s) for s in ("major", "minor", "patch", "none")] == [
        "2.0.0", "1.5.0", "1.4.3", "1.4.2",
    ]  # fmt: skip
    assert suffices("1.10.0", "1.9.3", "minor")
    assert suffices("2.0.0", "1.9.3", "patch")
    assert not suffices("1.9.4", "1.9.3", "minor")
    assert not suffices("1.9.3", "1.9.3", "patch")


def test_the_command(kb: Path, tmp_path: Path) -> None:
    (kb / "VERSION").write_text("1.0.0\n", encoding="utf-8")
    old = tmp_path / "old.json"
    assert answer("export", "json", "--kb", kb, "--out", old).code == 0
    same = answer("bump", old, "--kb", kb)
    assert (same.code, same.out) == (0, "0 differences from 1.0.0: none. Version 1.0.0 is enough.\n")
    (kb / CLAIM).unlink()
    short = answer("bump", old, "--kb", kb)
    assert short.code == 1
    assert "major  claim turning-keeps-length is gone.\n" in short.out
    assert short.out.endswith(f"Version 1.0.0 is too low; write 2.0.0 to {kb.as_posix()}/VERSION.\n")
    (kb / "VERSION").write_text("2.0.0\n", encoding="utf-8")
    enough = answer("bump", old, "--kb", kb, "--format", "json")
    row = json.loads(enough.out)
    assert enough.code == 0
    assert (row["before"], row["step"], row["needed"], row["declared"], row["enough"]) == (
        "1.0.0", "major", "2.0.0", "2.0.0", True,
    )  # fmt: skip
    for file, says in ((ROOT / "README.md", "it is no JSON"), (kb, "directory"), (tmp_path / "no", "no such file")):
        refused = answer("bump", file, "--kb", kb)
        assert refused.code == 1
        assert says in refused.err
        assert "Traceback" not in refused.err


def _schema(**fields: Any) -> dict[str, Any]:
    return {"properties": fields, "required": sorted(fields), "$defs": {"Inner": {"properties": dict(fields)}}}


WORD = {"type": "string", "description": "A word."}


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ({"a": WORD}, "none"),
        ({"a": WORD | {"description": "Another remark.", "title": "A"}}, "none"),
        ({"a": WORD, "b": WORD}, "minor"),
        ({}, "major"),
        ({"a": {"type": "integer"}}, "major"),
        ({"a": WORD | {"enum": ["x"]}}, "major"),
    ],
)
def test_the_step_that_a_schema_asks_for(after: dict[str, Any], expected: str) -> None:
    found = schema_changes(_schema(a=WORD), _schema(**after))
    assert step(found) == expected
    assert 2 * sum("Inner." in change.says for change in found) == len(found)  # in the definition as well


def test_words_and_duties_of_a_field() -> None:
    few, many = _schema(a={"enum": ["x"]}), _schema(a={"enum": ["x", "y"]})
    assert (step(schema_changes(few, many)), step(schema_changes(many, few))) == ("minor", "major")
    free = _schema(a=WORD) | {"required": []}
    assert step(schema_changes(_schema(a=WORD), free)) == "major"
    assert step(schema_changes(free, _schema(a=WORD))) == "none"


def test_real_schemas_are_compared() -> None:
    claim = schema_of("claim")
    assert schema_changes(claim, json.loads(json.dumps(claim))) == []
    less = json.loads(json.dumps(claim))
    del less["$defs"]["Check"]["properties"]["says"]
    less["properties"]["verdict"]["enum"].append("splendid")
    assert schema_changes(claim, less) == [
        ("major", "", "The field Check.says is gone."),
        ("minor", "", "The field verdict takes splendid too."),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "It is no JSON export of PosAtlas. Write one:  posatlas export json"),
        ("{", "it is no JSON. Write an export:  posatlas export json"),
        ("[" + "9" * 5000 + "]", "it is no JSON. Write an export:  posatlas export json"),
        ("[" * 100_000, "it is no JSON. Write an export:  posatlas export json"),
    ],
    ids=["no export", "half", "a number without end", "deep"],
)
def test_a_file_that_is_no_export_is_named_with_what_to_do(
    command: Callable[..., Any], kb: Path, tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "old.json"
    file.write_text(text, encoding="utf-8")
    assert command("bump", file, "--kb", kb) == (1, "", f"posatlas: {file}: {says}\n")


def test_another_format_a_new_statement_and_new_records(kb: Path, change: Callable[..., None]) -> None:
    old = json.loads(json.dumps(data_of(posatlas.load(kb))))
    new = json.loads(json.dumps(old)) | {"format": "posatlas-export-9"}
    assert changes(old, new) == [("major", "", f"The format was {old['format']} and is posatlas-export-9.")]
    new = json.loads(json.dumps(old))
    new["records"] = [{"claim": "turning-keeps-length"}]
    assert changes(old, new) == [("patch", "", "Records of what was measured differ.")]
    items = [{"id": f"C00{n}", "section": "一", "kind": "property",
              "says": {"zh-Hant": f"第 {n} 句", "en": f"Sentence {n}"}} for n in (1, 2, 3, 4)]  # fmt: skip
    change("documents/explainer/items.yml", items=items)
    found = changes(old, data_of(posatlas.load(kb)))
    assert found[0] == ("minor", "explainer", "Statement C004 of explainer is new.")
    assert [change.step for change in found[1:]] == ["patch"]

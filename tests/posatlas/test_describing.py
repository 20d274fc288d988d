"""An entity as text: every filled field, in one language, in a form that reads like the file."""

from __future__ import annotations

import pytest

from posatlas import Atlas
from posatlas.describing import as_text, in_language, label
from posatlas.schema import KINDS, LANGUAGES, Text

BOTH = Text.model_validate({"zh-Hant": "把檔案載入記憶體。", "en": "Load the file into memory."})
WRITTEN = Text.model_validate({"zh-Hant": "行", "en": "row", "zh-Hans": "写定"})


def test_a_text_in_each_language() -> None:
    assert [in_language(BOTH, language) for language in ("en", "zh-Hant", "zh-Hans")] == [
        "Load the file into memory.",
        "把檔案載入記憶體。",
        "把文件加载内存。",
    ]
    assert in_language(WRITTEN, "zh-Hans") == "写定"


@pytest.mark.parametrize("language", ["fr", "zh", "EN", ""])
def test_another_language_is_refused(language: str) -> None:
    with pytest.raises(ValueError, match="the languages are zh-Hant, en, zh-Hans"):
        in_language(BOTH, language)


def test_labels(small: Atlas) -> None:
    assert [label(small["turning"], language) for language in LANGUAGES] == ["旋轉編碼", "Turning (TE)", "旋转编码"]
    assert [label(small["term-turn"], language) for language in LANGUAGES] == ["旋轉編碼", "turning code", "旋转编码"]
    assert label(small["doe-2020"], "zh-Hant") == "Turning Considered Useful"
    assert label(small["turning-keeps-length"], "en") == "Turning keeps the length of a vector."
    assert label(small["explainer"], "zh-Hant") == "說明"


def test_the_whole_text(small: Atlas) -> None:
    assert as_text(small, small["turning"], "en") == "\n".join(
        [
            "Turning (TE)",
            "method turning  (kb/methods/turning.yml)",
            "",
            "name: Turning (TE)",
            "aliases:",
            "  - TE",
            "  - 轉動, 又名",
            "family: rotary",
            "introduced_by: doe-2020",
            "enters_at: features",
            "glance: Turns queries and keys.",
            "brief:",
            "  It turns. [@turning-keeps-length]",
            "",
            "  See [[adding]].",
            "formulas:",
            "  - name: Angle",
            "    latex: a = p w",
            "hyper_parameters:",
            "  - name: base",
            "    default: 10000",
            "    unit: ratio",
            "    meaning: The base.",
            "  - name: rate",
            "    default: 0.5",
            "    unit: ratio",
            "    meaning: The rate.",
            "cost:",
            "  learned_parameters: 0",
            "  buffers: 0",
            "  added_operations: T",
            "parents:",
            "  - id: adding",
            "  - id: nowhere",
            "conventions:",
            "  - There are two pairings.",
            "pointed to by:",
            "  turning-is-popular  (about)",
            "  turning-keeps-length  (about)",
            "  turning-keeps-length  (checks)",
            "  doe-2020  (introduces)",
        ]
    )


def test_values_read_as_in_yaml(small: Atlas) -> None:
    shown = as_text(small, small["turning-keeps-length"], "zh-Hant")
    assert "    read: true\n    primary: true\n" in shown
    assert "    build: {heads: 3, symmetric: true}\n" in shown
    assert "    given: {positions: [1, 2]}\n" in shown
    assert "statement: 旋轉不改變向量的長度。\n" in shown


def test_what_is_empty_is_left_out(small: Atlas) -> None:
    shown = as_text(small, small["adding"], "en")
    for absent in ("aliases", "enters_at", "parents", "deep", "None", "[]", "introduced_by"):
        assert absent not in shown
    assert "pointed to by:\n  turning-is-popular  (about)\n  turning  (descends_from)\n  turning  (mentions)" in shown
    assert "pointed to by" not in as_text(small, small["turning-is-popular"], "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "redirect"])
def test_entities_of_every_kind(whole: Atlas, kind: str, language: str) -> None:
    members = whole.of(kind)
    for entity in members[:: max(1, len(members) // 3)]:
        shown = as_text(whole, entity, language)
        lines = shown.split("\n")
        assert lines[0] == label(entity, language)
        assert lines[1] == f"{kind} {entity.id}  ({whole.path_of[entity.id]})"
        assert lines[2] == ""
        assert all(line == line.rstrip() for line in lines)
        for python in (": None", ": True", ": False", "{'", ": []", ": {}", "zh_hant", "Text("):
            assert python not in shown
        values = entity.model_dump(by_alias=True, exclude_none=True)
        filled = {key for key, value in values.items() if value not in ([], {})}
        keys = {line.partition(":")[0] for line in lines[3:] if line and not line.startswith(" ")}
        assert keys - {"pointed to by"} == filled - {"id"}

"""`posatlas validate --fix` mends what has one right form, changes nothing else, and never loses what is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from posatlas.findings import Finding
from posatlas.mending import MENDABLE, mend
from posatlas.mending.lines import in_order, tidy, without_tracking
from posatlas.mending.passages import mended_text
from posatlas.schema import KIND_OF_FOLDER
from posatlas.validation import validate

from .in_process import answer

LIBRARY = """\
name: Doe
url: https://example.org/
about:
  zh-Hant: >-
    一個函式庫。[@-]
  en: >-
    A library. [@-]
"""


def fixed(kb: Path, path: str, text: str | bytes) -> tuple[bytes, list[Finding]]:
    """The file after mending, and what is still found in it."""
    file = kb / path
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    for _ in range(4):
        mend(kb, "kb", [f for f in validate(kb) if f.path == f"kb/{path}"])
    return file.read_bytes(), [f for f in validate(kb) if f.path == f"kb/{path}"]


@pytest.mark.parametrize(
    "wrong",
    [
        LIBRARY.replace("\n", "\r\n"),
        LIBRARY.replace("\n", "  \n"),
        LIBRARY + "\n\n",
        LIBRARY.rstrip("\n"),
        "\ufeff" + LIBRARY,
        LIBRARY.replace("A library", "A\u200b library"),
        LIBRARY.replace("  zh-Hant", "\tzh-Hant").replace("    一個", "\t\t一個").replace("  en", "\ten"),
        "id: doe\n" + LIBRARY,
        LIBRARY.replace("name: Doe\nurl: https://example.org/\n", "url: https://example.org/\nname: Doe\n"),
        LIBRARY.replace("example.org/", "example.org/?utm_source=x&fbclid=y"),
        LIBRARY.replace("函式庫。", "函式庫."),
        LIBRARY.replace("一個函式庫", "一個 函式庫"),
        LIBRARY.replace("一個函式庫", "一個\n    函式庫"),
    ],
)
def test_what_has_one_right_form_is_written_so(wrong: str, kb: Path) -> None:
    text, found = fixed(kb, "libraries/doe.yml", wrong)
    assert [f.text() for f in found] == []
    assert yaml.safe_load(text) == yaml.safe_load(LIBRARY)
    assert text.endswith(b"\n") and b"\r" not in text and b"\t" not in text


def test_comments_go_with_their_field() -> None:
    text = "# first of all\nurl: https://example.org/\n# of the name\n# two lines\nname: Doe\nmethods:\n- a\n# end\n"
    assert in_order(text, KIND_OF_FOLDER["libraries"]) == (
        "# of the name\n# two lines\nname: Doe\n# first of all\nurl: https://example.org/\nmethods:\n- a\n# end\n"
    )


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("https://a.org/p?id=1&utm_medium=x", "https://a.org/p?id=1"),
        ("https://a.org/p?utm_medium=x&id=1#s", "https://a.org/p?id=1#s"),
        ("https://a.org/p?source=x", "https://a.org/p"),
        ("https://a.org/p?resource=x", "https://a.org/p?resource=x"),
        ("see ?ref=x in text", "see ?ref=x in text"),
    ],
)
def test_addresses(wrong: str, right: str) -> None:
    assert without_tracking(wrong, KIND_OF_FOLDER["libraries"]) == right


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("旋轉(RoPE)是編碼,見下。", "旋轉（RoPE）是編碼，見下。"),
        ("用RoPE編碼。", "用 RoPE 編碼。"),
        ("用 RoPE 編碼 。", "用 RoPE 編碼。"),
        ("公式 $a,b$ 與 `x,y` 不動。", "公式 $a,b$ 與 `x,y` 不動。"),
        ("長度Ｌ。", "長度 L。"),
    ],
)
def test_chinese(wrong: str, right: str) -> None:
    assert mended_text(wrong, "zh-Hant") == right


def test_a_text_with_more_mistakes_than_one_pass_mends_is_mended_in_the_next() -> None:
    first = mended_text("甲,乙" * 250, "zh-Hant")
    assert 0 < first.count("，") < 250
    assert mended_text(first, "zh-Hant") == "甲，乙" * 250


def test_a_text_in_a_list_is_put_right_and_its_neighbours_stay(kb: Path, change: Callable[..., None]) -> None:
    wrong, right = ({"zh-Hant": f"甲{sign}乙", "en": "Sum"} for sign in ",，")
    formulas = [{"name": {"zh-Hant": "和", "en": "Sum"}, "latex": "x, y"}, {"name": wrong, "latex": "x,y"}]
    change("methods/adding.yml", formulas=formulas)
    file = kb / "methods" / "adding.yml"
    before = json.loads(file.read_text(encoding="utf-8"))
    (mended,) = mend(kb, "kb", [f for f in validate(kb) if f.path == "kb/methods/adding.yml"])
    assert "languages/punctuation" in mended.codes
    before["formulas"][1]["name"] = right
    assert json.loads(file.read_text(encoding="utf-8")) == before


def test_simplified_chinese_that_was_written_stays(kb: Path) -> None:
    text = LIBRARY.replace("函式庫。", "函式庫.") + "  zh-Hans: >-\n    一个 库。 [@-]\n"
    after, _ = fixed(kb, "libraries/doe.yml", text)
    assert after.decode() == text.replace("函式庫.", "函式庫。")


@pytest.mark.parametrize("content", [LIBRARY.encode() + b"\xff\n\n", b"name: [\n"])
@pytest.mark.parametrize("code", ["style/whitespace", "languages/spacing"])
def test_a_file_that_was_spoilt_since_it_was_checked_is_left(code: str, content: bytes, kb: Path) -> None:
    file = kb / "libraries" / "doe.yml"
    file.parent.mkdir()
    file.write_bytes(content)
    assert mend(kb, "kb", [Finding("kb/libraries/doe.yml", 1, 1, "error", code, "", "")]) == []
    assert file.read_bytes() == content


def test_blank_lines_before_the_first_field_go_when_fields_are_put_in_order() -> None:
    text = "\n\nurl: https://example.org/\nname: Doe\n"
    assert in_order(text, KIND_OF_FOLDER["libraries"]) == "name: Doe\nurl: https://example.org/\n"


def test_tabs_inside_a_line_become_one_blank() -> None:
    assert tidy("a:\tb\n\t- c\t\n\n", KIND_OF_FOLDER["libraries"]) == "a: b\n  - c\n"


@pytest.mark.parametrize(
    "text",
    [
        "name: [\r\n",  # no YAML at all
        "name: 'a\r\n",
        LIBRARY.replace("A library.", "A \u202elibrary."),  # signs of direction: a person must look
        LIBRARY.encode() + b"\xff\r\n",
        '{"url": "https://example.org/", "name": "Doe", "about": {"zh-Hant": "甲。", "en": "A."}}\n',
        "name: Doe\n\tabout: [\n",  # without its tab it is no YAML either
        LIBRARY.replace(">-\n    一個函式庫。[@-]", '"一個函\\u5f0f庫.[@-]"'),  # an escape
        # The same words stand before, in a text that must not change.
        "name: Doe\nurl: https://example.org/\nabout: {zh-Hans: 甲 乙。, zh-Hant: 甲 乙。, en: A.}\n",
    ],
)
def test_what_cannot_be_mended_safely_is_left_and_told(text: str | bytes, kb: Path) -> None:
    raw = text if isinstance(text, bytes) else text.encode()
    after, found = fixed(kb, "libraries/doe.yml", raw)
    assert found
    assert after.replace(b"\r", b"") == raw.replace(b"\r", b"")


def test_a_link_is_not_written_through(kb: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yml"
    outside.write_text(LIBRARY + "\n\n", encoding="utf-8")
    link = kb / "libraries" / "doe.yml"
    link.parent.mkdir()
    link.symlink_to(outside)
    finding = Finding("kb/libraries/doe.yml", 1, 1, "error", "style/whitespace", "", "")
    assert mend(kb, "kb", [finding]) == []
    assert outside.read_text(encoding="utf-8") == LIBRARY + "\n\n"


def test_the_whole_knowledge_base_would_stay_as_it_is() -> None:
    """Each step, run on every file, gives the file: what is right is not touched."""
    from posatlas.mending.files import _STEPS, _with_better_texts

    root = Path(__file__).parents[2] / "kb"
    files = [f for kind in KIND_OF_FOLDER for f in sorted((root / kind).rglob("*.yml"))[:40]]
    assert len(files) > 200
    for file in files:
        text = file.read_text(encoding="utf-8")
        kind = KIND_OF_FOLDER[file.relative_to(root).parts[0]]
        if file.parent.parent.name == "documents":
            continue
        for _, step in _STEPS:
            assert step(text, kind) == text, (file, step)
        assert _with_better_texts(text) == text, file


def test_the_command_says_what_it_mended_and_what_is_left(kb: Path) -> None:
    file = kb / "libraries" / "doe.yml"
    file.parent.mkdir()
    file.write_text(LIBRARY.replace("name: Doe", "nane: Doe") + "\n\n", encoding="utf-8")
    assert "Some can be mended:  posatlas validate --fix" in answer("validate", "--kb", kb, file).out
    mended = answer("validate", "--kb", kb, file, "--fix")
    assert mended.code == 1
    assert "libraries/doe.yml: style/whitespace" in mended.err
    assert 'Did you mean "name"?' in mended.out
    assert "style/whitespace" not in mended.out
    assert not file.read_text(encoding="utf-8").endswith("\n\n")


def test_every_mendable_code_is_one_that_is_found() -> None:
    from posatlas.lints import CODES

    assert set(CODES) >= MENDABLE

"""Texts whose languages agree, and those of which one fell behind."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

METHOD = """name: {{zh-Hant: {name_zh}, en: {name_en}}}
family: rotary
enters_at: [features]
glance: {{zh-Hant: 一句中文。, en: One sentence.}}
formulas:
- name: {{zh-Hant: 式子, en: A formula}}
  latex: x
cost: {{learned_parameters: '0', buffers: '0', added_operations: '0'}}
"""


class Checkout:
    """A knowledge base of one method, and the command run on it."""

    def __init__(self, folder: Path) -> None:
        self.kb = folder / "kb"
        (self.kb / "methods").mkdir(parents=True)
        self.write("位移", "Shift")

    def write(self, name_zh: str, name_en: str) -> None:
        text = METHOD.format(name_zh=name_zh, name_en=name_en)
        (self.kb / "methods" / "shift.yml").write_text(text, encoding="utf-8")

    def run(self, *arguments: str) -> str:
        command = [sys.executable, "-m", "posatlas", "translations", *arguments, "--kb", str(self.kb)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = Checkout(tmp_path)
    assert re.search(r"3 new texts? recorded", made.run("--record"))
    return made


def test_texts_agree_once_they_are_recorded(checkout: Checkout) -> None:
    assert "0 stale texts" in checkout.run()


@pytest.mark.parametrize(("names", "behind"), [(("平移", "Shift"), "en"), (("位移", "Slide"), "zh-Hant")])
def test_a_change_in_one_language_leaves_the_other_behind(
    checkout: Checkout, names: tuple[str, str], behind: str
) -> None:
    checkout.write(*names)
    said = checkout.run()
    assert "1 stale text" in said and behind in said and "shift.yml:1" in said


def test_a_change_in_both_languages_is_a_new_text(checkout: Checkout) -> None:
    checkout.write("平移", "Slide")
    assert "0 stale texts" in checkout.run()


def test_recording_does_not_hide_what_is_stale(checkout: Checkout) -> None:
    checkout.write("平移", "Shift")
    checkout.run("--record")
    assert "1 stale text" in checkout.run()


def test_the_stale_text_may_be_said_to_be_right(checkout: Checkout) -> None:
    checkout.write("平移", "Shift")
    checkout.run("shift", "--agree")
    assert "0 stale texts" in checkout.run()


def test_translating_the_other_language_settles_it(checkout: Checkout) -> None:
    checkout.write("平移", "Shift")
    checkout.write("平移", "Slide")
    checkout.run("--record")
    assert "0 stale texts" in checkout.run()


def test_an_unknown_entity_is_named(checkout: Checkout) -> None:
    assert "shfit" in checkout.run("shfit", "--agree") and "Traceback" not in checkout.run("shfit", "--agree")


@pytest.fixture
def stale(command: Callable[..., Any], kb: Path, change: Callable[..., None]) -> Path:
    """The small knowledge base, recorded, then changed in one language: a name, and two statements of a document."""
    assert command("translations", "--kb", kb, "--record").code == 0
    change("methods/adding.yml", name={"zh-Hant": "加", "en": "Adding"})
    says = [{"zh-Hant": f"第 {n} 句", "en": f"The sentence {n}"} for n in (1, 2)]
    items = [{"id": f"C00{n}", "section": "一", "kind": "property", "says": said} for n, said in enumerate(says, 1)]
    change("documents/explainer/items.yml", items=items)
    return kb


def test_each_stale_text_is_told_where_it_stands(stale: Path, command: Callable[..., Any]) -> None:
    """The line is that of the language which is older."""
    rows = json.loads(command("translations", "--kb", stale, "--format", "json").out)
    for row in rows:
        line = (stale / row["path"].removeprefix("kb/")).read_text(encoding="utf-8").splitlines()[row["line"] - 1]
        assert line.split(":")[0].strip() == f'"{row["behind"][0]}"'
    assert [{key: value for key, value in row.items() if key != "line"} for row in rows] == [
        {"path": "kb/methods/adding.yml", "id": "adding", "text": "name", "behind": ["en"], "changed": ["zh-Hant"]},
        *(
            {
                "path": "kb/documents/explainer/items.yml",
                "id": "explainer",
                "text": f"items[{n}].says",
                "behind": ["zh-Hant"],
                "changed": ["en"],
            }
            for n in (0, 1)
        ),
    ]
    told = command("translations", "--kb", stale).out.splitlines()
    assert told == [
        *(
            f"{row['path']}:{row['line']}: {row['text']}: {row['behind'][0]} is older than {row['changed'][0]}."
            for row in rows
        ),
        "3 stale texts; 0 new texts.",
    ]


def test_all_stale_texts_may_be_agreed_at_once(stale: Path, command: Callable[..., Any]) -> None:
    one = command("translations", "--kb", stale, "adding", "--agree")
    assert one.out == "1 stale text agreed; 0 new texts recorded.\n"
    assert command("translations", "--kb", stale, "--agree", "--all").out.startswith("2 stale texts agreed;")
    assert command("translations", "--kb", stale).out == "0 stale texts; 0 new texts.\n"


def test_a_record_that_cannot_be_read_is_named(stale: Path, command: Callable[..., Any]) -> None:
    file = stale / "evidence" / "translations" / "methods.yml"
    file.write_text("turning: 3\n", encoding="utf-8")
    answer = command("translations", "--kb", stale, "--agree", "--all")
    says = "turning: it holds no digests by place. Take the file from the main branch."
    assert answer == (1, "", f"posatlas: {file.as_posix()}: {says}\n")
    assert file.read_text(encoding="utf-8") == "turning: 3\n"

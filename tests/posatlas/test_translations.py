"""Texts whose languages agree, and those of which one fell behind."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

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

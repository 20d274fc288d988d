"""Pages made at the moment they are asked for: equal to built ones, and as the YAML says after a change."""

from __future__ import annotations

import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from posatlas.generators.build import build
from posatlas.generators.preview import Preview
from posatlas.generators.server import server
from posatlas.schema import LANGUAGES

FOLDERS = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}


class Checkout(NamedTuple):
    kb: Path
    site: Path
    preview: Preview


@pytest.fixture(scope="module")
def checkout(small_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    folder = tmp_path_factory.mktemp("preview")
    kb = folder / "kb"
    shutil.copytree(small_kb, kb)
    build(kb, folder / "site", None, folder / "work")
    preview = Preview(kb, folder / "work")
    preview.warm()
    return Checkout(kb, folder / "site", preview)


@pytest.fixture
def method(checkout: Checkout) -> Iterator[Path]:
    """The file of the one method; what a test writes into it is taken back."""
    file = checkout.kb / "methods" / "shift.yml"
    before = file.read_text(encoding="utf-8")
    yield file
    file.write_text(before, encoding="utf-8")


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_made_alone_has_the_bytes_of_the_built_one(checkout: Checkout, language: str) -> None:
    compared = 0
    for file in sorted((checkout.preview._work / "docs" / language).rglob("*.md")):
        address = file.parent.relative_to(checkout.preview._work / "docs" / language).as_posix()
        place = "" if address == "." else f"{address}/"
        assert checkout.preview.page(FOLDERS[language] + place) is None
        held = file.read_bytes()
        file.unlink()  # without the Markdown of the build the page must be made
        made = checkout.preview.page(FOLDERS[language] + place)
        file.write_bytes(held)
        assert made == (checkout.site / FOLDERS[language] / place / "index.html").read_bytes(), place
        compared += 1
    assert compared > 20


@pytest.mark.parametrize(("language", "shown"), [("zh-Hant", "新的說法"), ("zh-Hans", "新的说法"), ("en", "New words")])
def test_a_change_shows_in_every_language(checkout: Checkout, method: Path, language: str, shown: str) -> None:
    _change(method, "{zh-Hant: 位移, en: Shift}", "{zh-Hant: 新的說法, en: New words}")
    made = checkout.preview.page(f"{FOLDERS[language]}methods/shift/")
    assert made is not None and shown in made.decode()
    assert 'rel="canonical"' in made.decode()  # finished like a built page
    assert checkout.preview.page(f"{FOLDERS[language]}glossary/") is None


def test_pages_that_name_the_changed_entity_follow_too(checkout: Checkout, method: Path) -> None:
    _change(method, "{zh-Hant: 位移, en: Shift}", "{zh-Hant: 新的說法, en: New words}")
    assert "New words" in (checkout.preview.page("en/topic/") or b"").decode()


def test_a_new_formula_is_set(checkout: Checkout, method: Path) -> None:
    _change(method, "\\frac{x}{y}", "\\frac{x}{y+17}")
    made = (checkout.preview.page("en/methods/shift/") or b"").decode()
    assert "17" in made and 'class="katex"' in made and "data-maths" not in made


def test_a_mistake_is_told_with_its_place_until_it_is_mended(checkout: Checkout, method: Path) -> None:
    _change(method, "family: rotary", "family: <b>none such</b>")
    said = (checkout.preview.page("en/methods/shift/") or b"").decode()
    assert "shift.yml:" in said and "&lt;b&gt;" in said and "<b>" not in said
    _change(method, "family: <b>none such</b>", "family: rotary")
    assert checkout.preview.page("en/methods/shift/") is None


def test_a_formula_that_cannot_be_set_is_told(checkout: Checkout, method: Path) -> None:
    _change(method, "\\frac{x}{y}", "\\frac{x}")
    assert "cannot be set" in (checkout.preview.page("en/methods/shift/") or b"").decode()


def test_a_new_entity_has_its_page(checkout: Checkout, method: Path) -> None:
    other = method.with_name("slide.yml")
    other.write_text(method.read_text(encoding="utf-8").replace("位移", "滑動").replace("Shift", "Slide"))
    try:
        assert "Slide" in (checkout.preview.page("en/methods/slide/") or b"").decode()
    finally:
        other.unlink()
    assert checkout.preview.page("en/methods/slide/") is None


def test_the_server_gives_the_page_of_the_moment_and_built_files(checkout: Checkout, method: Path) -> None:
    with server(checkout.site, pages=checkout.preview) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{running.server_address[1]}/"
        with urllib.request.urlopen(f"{root}en/methods/shift/?q=1") as answer:
            assert b"Shift" in answer.read()
        _change(method, "en: Shift}", "en: New words}")
        with urllib.request.urlopen(f"{root}en/methods/shift/?q=1") as answer:
            assert b"New words" in answer.read()
        with urllib.request.urlopen(f"{root}assets/posatlas.css") as answer:
            assert answer.read() == (checkout.site / "assets" / "posatlas.css").read_bytes()
        running.shutdown()


def test_without_a_build_nothing_is_made(small_kb: Path, tmp_path: Path) -> None:
    preview = Preview(small_kb, tmp_path)
    preview.warm()
    assert preview.page("methods/shift/") is None


def test_a_preview_that_begins_with_a_mistake_tells_it_and_goes_on_once_it_is_mended(
    checkout: Checkout, method: Path
) -> None:
    _change(method, "family: rotary", "family: none such")
    preview = Preview(checkout.kb, checkout.preview._work)
    preview.warm()
    assert "shift.yml:" in (preview.page("en/methods/shift/") or b"").decode()
    _change(method, "family: none such", "family: rotary")
    assert preview.page("en/methods/shift/") is None


@pytest.fixture
def record(checkout: Checkout) -> Iterator[Path]:
    """A folder of records, which is taken away again."""
    folder = checkout.kb / "evidence"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("file", "page", "said"),
    [
        ("shift.yml", "en/methods/shift/", "shift.yml: an evidence file is a list of records"),
        ("history/methods.yml", "en/changes/", "kb/evidence/history/methods.yml: it holds no rows by id."),
        ("translations/methods.yml", "en/", "kb/evidence/translations/methods.yml: it holds no rows by id."),
    ],
)
def test_a_record_that_cannot_be_read_is_told_every_time_until_it_is_mended(
    checkout: Checkout, record: Path, file: str, page: str, said: str
) -> None:
    bad = record / file
    bad.parent.mkdir(exist_ok=True)
    bad.write_text("nothing of the kind\n", encoding="utf-8")
    for _ in range(2):
        assert said in (checkout.preview.page(page) or b"").decode()
    bad.unlink()
    assert checkout.preview.page(page) is None


def test_a_knowledge_base_that_is_away_for_a_moment_is_told(checkout: Checkout) -> None:
    elsewhere = checkout.kb.with_name("elsewhere")
    checkout.kb.rename(elsewhere)
    try:
        assert "The page cannot be made" in (checkout.preview.page("en/") or b"").decode()
    finally:
        elsewhere.rename(checkout.kb)
    assert checkout.preview.page("en/") is None


def test_files_that_are_not_of_the_knowledge_base_change_nothing(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an editor keeps beside a file is no reason to read everything again."""
    assert checkout.preview.page("en/") is None
    kept = checkout.kb / "methods" / ".shift.yml.swp"
    kept.write_text("x", encoding="utf-8")
    monkeypatch.setattr("posatlas.generators.preview.load", None)  # would fail
    assert checkout.preview.page("en/") is None
    kept.unlink()

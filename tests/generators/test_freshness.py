"""What was made once is not made again, unless something that it is made from changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from posatlas.generators.build import prepare
from posatlas.generators.freshness import digest_of_inputs

LANGUAGES = ("zh-Hant", "en")


@pytest.fixture
def kb(small_kb: Path, tmp_path: Path) -> Path:
    shutil.copytree(small_kb, tmp_path / "kb")
    return tmp_path / "kb"


def test_nothing_changed_nothing_is_written(kb: Path, tmp_path: Path) -> None:
    assert prepare(kb, LANGUAGES, tmp_path / "work") > 20
    assert prepare(kb, LANGUAGES, tmp_path / "work") == 0


def test_a_changed_text_is_written(kb: Path, tmp_path: Path) -> None:
    prepare(kb, LANGUAGES, tmp_path / "work")
    file = kb / "methods" / "shift.yml"
    file.write_text(file.read_text(encoding="utf-8").replace("Shift", "Slide"), encoding="utf-8")
    assert prepare(kb, LANGUAGES, tmp_path / "work") > 0
    assert "Slide" in (tmp_path / "work" / "docs" / "en" / "methods" / "shift" / "index.md").read_text(encoding="utf-8")


def test_what_was_lost_is_written_again(kb: Path, tmp_path: Path) -> None:
    prepare(kb, LANGUAGES, tmp_path / "work")
    shutil.rmtree(tmp_path / "work" / "docs")
    assert prepare(kb, LANGUAGES, tmp_path / "work") > 0


def test_a_mistake_leaves_nothing_that_passes_for_whole(kb: Path, tmp_path: Path) -> None:
    prepare(kb, LANGUAGES, tmp_path / "work")
    file = kb / "methods" / "shift.yml"
    good = file.read_text(encoding="utf-8")
    file.write_text("name: [", encoding="utf-8")
    with pytest.raises(ValueError, match=r"shift\.yml"):
        prepare(kb, LANGUAGES, tmp_path / "work")
    file.write_text(good, encoding="utf-8")
    assert prepare(kb, LANGUAGES, tmp_path / "work") > 0


def test_the_digest_follows_files_names_languages_and_addresses(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {digest_of_inputs(kb, LANGUAGES)}
    assert digest_of_inputs(kb, LANGUAGES) in found
    found.add(digest_of_inputs(kb, ("en",)))
    (kb / "methods" / "shift.yml").rename(kb / "methods" / "slide.yml")
    found.add(digest_of_inputs(kb, LANGUAGES))
    (kb / "methods" / "slide.yml").write_text("another", encoding="utf-8")
    found.add(digest_of_inputs(kb, LANGUAGES))
    monkeypatch.setenv("SITE_URL", "https://example.org/")
    found.add(digest_of_inputs(kb, LANGUAGES))
    assert len(found) == 5


def test_the_page_of_what_is_gone_goes_too(kb: Path, tmp_path: Path) -> None:
    method = (kb / "methods" / "shift.yml").read_text(encoding="utf-8")
    slide = kb / "methods" / "slide.yml"
    slide.write_text(method.replace("位移, en: Shift", "滑動, en: Slide"), encoding="utf-8")
    prepare(kb, ("en",), tmp_path / "work")
    pages = tmp_path / "work" / "docs" / "en" / "methods"
    assert sorted(page.parent.name for page in pages.glob("*/index.md")) == ["shift", "slide"]
    slide.unlink()
    prepare(kb, ("en",), tmp_path / "work")
    assert [page.parent.name for page in pages.glob("*/index.md")] == ["shift"]

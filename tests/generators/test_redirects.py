"""An id that moved keeps its address: its page and its JSON lead on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import lxml.html
import pytest

import posatlas
from posatlas.generators.build import build
from posatlas.generators.machine_readable import moved

FOLDERS = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}


@pytest.fixture(scope="module")
def site(small_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("redirects")
    shutil.copytree(small_kb, folder / "kb")
    (folder / "kb" / "redirects").mkdir()
    (folder / "kb" / "redirects" / "old-shift.yml").write_text(
        "to: [shift]\nreason: {zh-Hant: 改了名。, en: It was renamed.}\n", encoding="utf-8"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://example.org/atlas/")
        build(folder / "kb", folder / "site", None, folder / "work")
    return folder / "site"


@pytest.mark.parametrize("language", FOLDERS)
def test_the_old_address_leads_to_the_new_page(site: Path, language: str) -> None:
    file = site / FOLDERS[language] / "methods" / "old-shift" / "index.html"
    tree = lxml.html.parse(str(file), lxml.html.HTMLParser(encoding="utf-8")).getroot()
    assert tree.get("lang") == language
    assert tree.xpath("//link[@rel='canonical']/@href") == [
        f"https://example.org/atlas/{FOLDERS[language]}methods/shift/"
    ]
    (refresh,) = tree.xpath("//meta[@http-equiv='refresh']/@content")
    target = refresh.partition("url=")[2]
    assert (file.parent / target / "index.html").resolve() == (
        site / FOLDERS[language] / "methods" / "shift" / "index.html"
    ).resolve()
    assert target in tree.xpath("//a/@href")
    assert not tree.xpath("//script")


def test_its_json_says_where_it_went(site: Path) -> None:
    told = json.loads((site / "api" / "redirect" / "old-shift.json").read_text(encoding="utf-8"))
    assert told["moved_to"] == ["https://example.org/atlas/api/method/shift.json"]
    assert json.loads((site / "api" / "method" / "old-shift.json").read_text(encoding="utf-8")) == told


def _moved(kb: Path, folder: Path, *targets: str) -> Path:
    """The site of the pages of one id that moved to these."""
    (kb / "redirects").mkdir()
    (kb / "redirects" / "old.yml").write_text(
        f"to: [{', '.join(targets)}]\nreason: {{zh-Hant: 改了名。, en: It was renamed.}}\n", encoding="utf-8"
    )
    moved.write(posatlas.load(kb), folder / "site", ("zh-Hant", "en"), "https://example.org/atlas/")
    return folder / "site"


def test_an_id_that_became_several_lets_the_reader_choose(most_kinds: Path, tmp_path: Path) -> None:
    page = _moved(most_kinds, tmp_path, "rope", "sinusoidal") / "en" / "methods" / "old" / "index.html"
    tree = lxml.html.parse(str(page)).getroot()
    assert tree.xpath("//main//a/@href") == ["../../methods/rope/", "../../methods/sinusoidal/"]
    assert not tree.xpath("//meta[@http-equiv='refresh'] | //link[@rel='canonical']")


@pytest.mark.parametrize("target", ["term-position-encoding", "event-rope", "position-encoding", "small-explainer"])
def test_an_id_that_never_had_a_page_of_its_own_gets_none(most_kinds: Path, tmp_path: Path, target: str) -> None:
    """It was a place on a page, or the one page of its kind."""
    assert not _moved(most_kinds, tmp_path, target).exists()


def test_an_id_that_moved_to_one_that_moved_has_no_page_to_lead_to(most_kinds: Path, tmp_path: Path) -> None:
    site = _moved(most_kinds, tmp_path, "rope")
    (most_kinds / "redirects" / "older.yml").write_text(
        "to: [old]\nreason: {zh-Hant: 改了名。, en: It was renamed.}\n", encoding="utf-8"
    )
    shutil.rmtree(site)
    moved.write(posatlas.load(most_kinds), site, ("en",), "https://example.org/atlas/")
    assert [file.relative_to(site).as_posix() for file in site.rglob("*.html")] == ["en/methods/old/index.html"]


def test_a_page_at_the_old_address_is_never_written_over(most_kinds: Path, tmp_path: Path) -> None:
    stands = tmp_path / "site" / "en" / "methods" / "old" / "index.html"
    stands.parent.mkdir(parents=True)
    stands.write_text("a page", encoding="utf-8")
    said = r"redirects/old\.yml: methods/old/ is still the address of a page; rename the redirect\.$"
    with pytest.raises(ValueError, match=said):
        _moved(most_kinds, tmp_path, "rope")
    assert stands.read_text(encoding="utf-8") == "a page"

"""The work on built pages, on a site of two pages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import lxml.etree
import lxml.html
import pytest

from posatlas.generators.finishing import Finisher, finish
from posatlas.generators.finishing.policy import UnsafePage

LANGUAGES = ("zh-Hant", "en", "zh-Hans")
FOLDERS = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}
ROOT = "https://example.org/atlas/"
KEY = "0123456789abcdef"
PAGE = """<!doctype html><html lang="zh" class="no-js"><head><meta charset="utf-8">
<link rel="canonical" href="https://wrong.example.org/">
<link rel="alternate" href="/" hreflang="zh-Hant">
<title>x</title></head><body>
<script id="__config" type="application/json">{"search": "assets/scripts/search.js"}</script><p>
<span class="maths" data-maths="0123456789abcdef">x &lt; 1</span>
<span class="maths display" data-maths="0123456789abcdef">x &lt; 1</span></p></body></html>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The folder to be filled; what mkdocs built and the formulas lie beside it."""
    for language in FOLDERS:
        root = tmp_path / "html" / language
        for page in ("index.html", "methods/rope/index.html", "404.html"):
            file = root / page
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(PAGE, encoding="utf-8")
        (root / "sitemap.xml").write_text("old")
        (root / "sitemap.xml.gz").write_bytes(b"old")
        bundle = root / "assets" / "javascripts" / "bundle.1234.min.js"
        worker = bundle.parent / "workers" / "search.1234.min.js"
        worker.parent.mkdir(parents=True)
        worker.write_text("the theme's search")
        bundle.write_text('x("link[rel=alternate]")')
    (tmp_path / "cache").mkdir()
    _formulas(tmp_path, {KEY: '<span class="katex">F</span>'})
    return tmp_path / "site"


def _formulas(folder: Path, formulas: dict[str, str], version: str = "1") -> None:
    (folder / "cache" / "maths.json").write_text(json.dumps({"version": version, "formulas": formulas}))


def _finished(site: Path, root: str = ROOT) -> Path:
    """The site, finished with what stood there before to take from."""
    old = site.with_name("old")
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    finish(site.parent / "html", site, LANGUAGES, root, site.parent / "cache", old)
    return site


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["", "methods/rope/"])
def test_pages_name_language_alternates_and_themselves(site: Path, language: str, address: str) -> None:
    tree = lxml.html.parse(str(_finished(site) / FOLDERS[language] / address / "index.html")).getroot()
    assert tree.get("lang") == language
    alternates = {a.get("hreflang"): a.get("href") for a in tree.xpath("//head/link[@rel='alternate'][@hreflang]")}
    assert alternates == {
        "zh-Hant": ROOT + address,
        "en": f"{ROOT}en/{address}",
        "zh-Hans": f"{ROOT}zh-Hans/{address}",
        "x-default": ROOT + address,
    }
    assert tree.xpath("//link[@rel='canonical']/@href") == [ROOT + FOLDERS[language] + address]


def test_formulas_stand_where_their_keys_stood(site: Path) -> None:
    text = (_finished(site) / "methods" / "rope" / "index.html").read_text(encoding="utf-8")
    assert text.count('<span class="katex">F</span>') == 2
    assert "data-maths" not in text and "x &lt; 1" not in text
    assert '<span class="maths display"><span class="katex">' in text


def test_a_formula_that_was_not_rendered_is_an_error(site: Path) -> None:
    _formulas(site.parent, {})
    with pytest.raises(KeyError, match=KEY):
        _finished(site)


def test_a_missing_page_has_no_alternates_but_its_language(site: Path) -> None:
    tree = lxml.html.parse(str(_finished(site) / "en" / "404.html")).getroot()
    assert tree.get("lang") == "en"
    assert not tree.xpath("//link[@rel='alternate'][@hreflang]")


def test_pages_that_are_built_as_before_are_taken_from_the_site_before(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    whole = Finisher.page

    def page(self: Finisher, html: str, language: str, place: str) -> str:
        done.append(f"{language}/{place}")
        return whole(self, html, language, place)

    monkeypatch.setattr(Finisher, "page", page)
    before = _texts(_finished(site))
    assert len(done) == 9
    done.clear()
    assert _texts(_finished(site)) == before
    assert done == []
    changed = site.parent / "html" / "en" / "methods" / "rope" / "index.html"
    changed.write_text(PAGE.replace("<p>", "<p>More "), encoding="utf-8")
    after = _texts(_finished(site))
    assert done == ["en/methods/rope/index.html"]
    assert {place for place in before if before[place] != after[place]} == {"en/methods/rope/index.html"}
    done.clear()
    _finished(site, "https://elsewhere.example/")
    assert len(done) == 9
    _formulas(site.parent, {KEY: '<span class="katex">F</span>'}, version="2")
    done.clear()
    _finished(site)
    assert len(done) == 9


def test_a_page_that_was_changed_by_hand_is_not_taken(site: Path) -> None:
    good = _texts(_finished(site))
    changed = site / "methods" / "rope" / "index.html"
    changed.write_text(changed.read_text(encoding="utf-8").replace("<p>", "<p>Wrong "), encoding="utf-8")
    assert _texts(_finished(site)) == good


def test_after_a_failure_pages_are_as_they_would_have_been(site: Path) -> None:
    good = _texts(_finished(site))
    changed = site.parent / "html" / "en" / "methods" / "rope" / "index.html"
    changed.write_text(PAGE.replace("<p>", "<p>More "), encoding="utf-8")
    last = site.parent / "html" / "zh-Hans" / "methods" / "rope" / "index.html"
    last.write_text(PAGE.replace("<p>", "<p><iframe>"), encoding="utf-8")
    with pytest.raises(UnsafePage, match=r"zh-Hans/methods/rope/index\.html"):
        _finished(site)
    changed.write_text(PAGE, encoding="utf-8")
    last.write_text(PAGE, encoding="utf-8")
    assert _texts(_finished(site)) == good


def _texts(site: Path) -> dict[str, str]:
    return {file.relative_to(site).as_posix(): file.read_text(encoding="utf-8") for file in site.rglob("*.html")}


def test_one_sitemap_holds_all_languages(site: Path) -> None:
    files = sorted(f.relative_to(site).as_posix() for f in _finished(site).rglob("sitemap*"))
    assert files == ["sitemap.xml"]
    tree = lxml.etree.parse(str(site / "sitemap.xml"))
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    places = tree.xpath("//s:loc/text()", namespaces=names)
    assert len(places) == len(set(places)) == 6
    assert f"{ROOT}zh-Hans/methods/rope/" in places
    assert all(len(u.xpath("x:link", namespaces=names)) == 3 for u in tree.xpath("//s:url", namespaces=names))


def test_the_theme_no_longer_asks_for_other_sitemaps(site: Path) -> None:
    bundle = _finished(site) / "en" / "assets" / "javascripts" / "bundle.1234.min.js"
    assert bundle.read_text() == 'x("link[rel=none]")'


def test_the_search_of_the_theme_is_taken_out(site: Path) -> None:
    assert not [file for file in _finished(site).rglob("*.js") if "workers" in file.parts]


def test_a_page_that_asks_for_another_search_is_noticed(site: Path) -> None:
    page = site.parent / "html" / "en" / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("scripts/search.js", "javascripts/workers/search.js"))
    with pytest.raises(ValueError, match=r"does not ask for assets/scripts/search\.js"):
        _finished(site)


def test_another_theme_is_noticed(site: Path) -> None:
    bundle = site.parent / "html" / "zh-Hant" / "assets" / "javascripts" / "bundle.1234.min.js"
    bundle.write_text("nothing of the kind")
    with pytest.raises(ValueError, match="is not where it was"):
        _finished(site)


def test_a_page_without_a_head_is_refused_with_the_place_to_look_at() -> None:
    finisher = Finisher(LANGUAGES, ROOT, {})
    said = r"^methods/rope/index\.html: the page has no </head>; look at generators/theme/main\.html\.$"
    with pytest.raises(UnsafePage, match=said):
        finisher.page("<html><body><p>x</p></body></html>", "en", "methods/rope/index.html")

"""The work on built pages, on a site of two pages."""

from __future__ import annotations

import json
from pathlib import Path

import lxml.etree
import lxml.html
import pytest

from posatlas.generators.finishing import finish

LANGUAGES = ("zh-Hant", "en", "zh-Hans")
FOLDERS = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}
ROOT = "https://example.org/atlas/"
KEY = "0123456789abcdef"
PAGE = """<!doctype html><html lang="zh" class="no-js"><head>
<link rel="canonical" href="https://wrong.example.org/">
<link rel="alternate" href="/" hreflang="zh-Hant">
<title>x</title></head><body>
<script id="__config" type="application/json">{"search": "assets/scripts/search.js"}</script><p><span class="maths" data-maths="0123456789abcdef">x &lt; 1</span>
<span class="maths display" data-maths="0123456789abcdef">x &lt; 1</span></p></body></html>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    for folder in FOLDERS.values():
        for page in ("index.html", "methods/rope/index.html", "404.html"):
            file = root / folder / page
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(PAGE, encoding="utf-8")
        (root / folder / "sitemap.xml").write_text("old")
        (root / folder / "sitemap.xml.gz").write_bytes(b"old")
        bundle = root / folder / "assets" / "javascripts" / "bundle.1234.min.js"
        worker = bundle.parent / "workers" / "search.1234.min.js"
        worker.parent.mkdir(parents=True)
        worker.write_text("the theme's search")
        bundle.write_text('x("link[rel=alternate]")')
    (root / "yaml" / "methods" / "rope").mkdir(parents=True)
    (root / "yaml" / "methods" / "rope" / "index.html").write_text('<html lang="en"><head></head></html>')
    formulas = tmp_path / "maths.json"
    formulas.write_text(json.dumps({"formulas": {KEY: '<span class="katex">F</span>'}}))
    return root


def _finished(site: Path) -> Path:
    finish(site, LANGUAGES, ROOT, site.parent / "maths.json")
    return site


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["", "methods/rope/"])
def test_pages_name_language_alternates_and_themselves(site: Path, language: str, address: str) -> None:
    tree = lxml.html.parse(str(_finished(site) / FOLDERS[language] / address / "index.html")).getroot()
    assert tree.get("lang") == language
    alternates = {a.get("hreflang"): a.get("href") for a in tree.xpath("//head/link[@rel='alternate']")}
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
    (site.parent / "maths.json").write_text(json.dumps({"formulas": {}}))
    with pytest.raises(KeyError, match=KEY):
        _finished(site)


def test_a_missing_page_has_no_alternates_but_its_language(site: Path) -> None:
    tree = lxml.html.parse(str(_finished(site) / "en" / "404.html")).getroot()
    assert tree.get("lang") == "en"
    assert not tree.xpath("//link[@rel='alternate']")


def test_pages_of_yaml_are_left_alone(site: Path) -> None:
    text = (_finished(site) / "yaml" / "methods" / "rope" / "index.html").read_text(encoding="utf-8")
    assert text == '<html lang="en"><head></head></html>'


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
    page = site / "en" / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("scripts/search.js", "javascripts/workers/search.js"))
    with pytest.raises(ValueError, match="does not ask for assets/scripts/search.js"):
        _finished(site)


def test_another_theme_is_noticed(site: Path) -> None:
    (site / "assets" / "javascripts" / "bundle.1234.min.js").write_text("nothing of the kind")
    with pytest.raises(ValueError, match="is not where it was"):
        _finished(site)

"""Every page of the built site, read with lxml: links, anchors, languages, alternates, menus."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin

import lxml.html
import pytest

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.schema import LANGUAGES

SECTIONS = (
    "topic methods compare metrics techniques timeline chain market companies theses models "
    "misconceptions learn document c open cheat-sheet sources glossary"
).split()


@cache
def _trees(folder: Path) -> dict[str, lxml.html.HtmlElement]:
    """Every page by its address below the root of the site."""
    parser = lxml.html.HTMLParser(encoding="utf-8")
    return {
        file.relative_to(folder).as_posix().removesuffix("index.html"): lxml.html.parse(str(file), parser).getroot()
        for file in sorted(folder.rglob("*.html"))
    }


@cache
def _anchors(folder: Path) -> dict[str, frozenset[str]]:
    return {place: frozenset(tree.xpath("//@id")) for place, tree in _trees(folder).items()}


def _of_language(place: str) -> str:
    first = place.split("/")[0]
    return first if first in ("en", "zh-Hans") else "zh-Hant"


def _finished(built) -> dict[str, lxml.html.HtmlElement]:
    """Pages of the three languages, without the pages of YAML and without those for missing addresses."""
    pages = _trees(built.folder).items()
    return {p: t for p, t in pages if not p.startswith(("yaml/", "code/")) and not p.endswith("404.html")}


def test_no_internal_link_or_anchor_is_broken(built) -> None:
    trees, anchors = _trees(built.folder), _anchors(built.folder)
    broken, checked = set(), 0
    for place, tree in trees.items():
        for target in tree.xpath("//a/@href | //link/@href | //script/@src | //img/@src"):
            whole = urljoin(built.root + place, target)
            if not whole.startswith(built.root):
                continue
            checked += 1
            path, _, anchor = whole.removeprefix(built.root).partition("#")
            path, anchor = unquote(path.partition("?")[0]), unquote(anchor)
            if path not in trees and not (built.folder / path).is_file():
                broken.add((place, target))
            elif anchor and path in anchors and anchor not in anchors[path]:
                broken.add((place, target))
    assert checked > 50_000
    assert sorted(broken)[:20] == []


def test_every_page_names_its_language(built) -> None:
    wrong = {
        place: tree.get("lang")
        for place, tree in _trees(built.folder).items()
        if not place.startswith(("yaml/", "code/")) and tree.get("lang") != _of_language(place)
    }
    assert wrong == {}


def test_alternates_are_mutual_and_pages_name_themselves(built) -> None:
    pages = _finished(built)
    assert len(pages) % 3 == 0
    for place, tree in pages.items():
        language = _of_language(place)
        slug = place.removeprefix(FOLDER_OF_LANGUAGE[language])
        expected = {other: f"{built.root}{FOLDER_OF_LANGUAGE[other]}{slug}" for other in LANGUAGES}
        found = {a.get("hreflang"): a.get("href") for a in tree.xpath("//head/link[@rel='alternate'][@hreflang]")}
        assert found == expected | {"x-default": expected["zh-Hant"]}, place
        assert tree.xpath("//head/link[@rel='canonical']/@href") == [expected[language]], place
        assert all(url.removeprefix(built.root) in pages for url in expected.values()), place


def test_the_menu_of_languages_leads_to_the_same_page(built) -> None:
    for place, tree in _finished(built).items():
        slug = place.removeprefix(FOLDER_OF_LANGUAGE[_of_language(place)])
        links = tree.xpath("//a[contains(@class, 'md-select__link')]")
        targets = {a.get("hreflang"): urljoin(built.root + place, a.get("href")) for a in links}
        assert targets == {other: f"{built.root}{FOLDER_OF_LANGUAGE[other]}{slug}" for other in LANGUAGES}, place


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_reached_from_the_top_menu(built, language: str) -> None:
    trees, folder = _trees(built.folder), FOLDER_OF_LANGUAGE[language]

    def menu(place: str, part: str) -> set[str]:
        found = trees[place].xpath(f"//nav[contains(@class, '{part}')]//a/@href")
        return {urljoin(built.root + place, href).removeprefix(built.root).partition("#")[0] for href in found}

    tabs = menu(folder, "md-tabs")
    reached = tabs.union(*(menu(tab, "md-nav--primary") for tab in tabs))
    assert {f"{folder}{section}/" for section in SECTIONS} - reached == set()


def test_every_page_has_one_heading_a_title_and_a_description(built) -> None:
    for place, tree in _finished(built).items():
        assert len(tree.xpath("//h1")) == 1, place
        assert tree.xpath("//title/text()")[0].strip(), place
        assert tree.xpath("//meta[@name='description']/@content")[0].strip(), place
        assert len(tree.xpath("//*[@id]")) == len(set(tree.xpath("//@id"))), place


def test_formulas_are_set_and_keep_their_mathml(built) -> None:
    formulas = 0
    for place, tree in _finished(built).items():
        assert not tree.xpath("//*[@data-maths]"), place
        for formula in tree.xpath("//span[starts-with(@class, 'maths')]"):
            assert formula.xpath(".//*[local-name()='math']") and formula.xpath(".//span[@class='katex-html']"), place
            formulas += 1
    assert formulas > 1000


def test_no_page_carries_handlers_or_things_from_elsewhere(built) -> None:
    for place, tree in _trees(built.folder).items():
        assert not [a for a in tree.xpath("//@*") if a.attrname.lower().startswith("on")], place
        loaded = tree.xpath(
            "//script/@src | //img/@src | //iframe/@src | //link[@rel='stylesheet' or @rel='icon']/@href"
        )
        assert all(urljoin(built.root + place, one).startswith(built.root) for one in loaded), place
        links = [href.lower() for href in tree.xpath("//a/@href")]
        assert not [href for href in links if href.startswith(("javascript:", "data:", "vbscript:"))], place

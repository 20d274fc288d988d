"""Languages of the built pages: house words, words of another language, and the switch between languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import lxml.html
import pytest

import posatlas
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.languages.checks import check_text
from posatlas.schema import LANGUAGES

CHINESE = ("zh-Hant", "zh-Hans")
NO_WORDS = {"code", "pre", "script", "style", "math", "svg", "template"}
INLINE = {"a", "abbr", "b", "cite", "em", "i", "mark", "q", "small", "span", "strong", "sub", "sup", "time", "u"}
FORMULA = "\ue001"  # stands for what holds no words of the page's language
ENGLISH_RUN = re.compile(r"[A-Za-z]{2,}(?:[,;:.]? [A-Za-z][A-Za-z'’-]+){2,}")
CHINESE_RUN = re.compile("[\u4e00-\u9fff]{2,}")
BANNED = ("banned-form", "mixed-script", "unclear-word")


def _pages(folder: Path, language: str) -> Iterator[tuple[str, lxml.html.HtmlElement]]:
    """Address and body of every page of a language."""
    parser = lxml.html.HTMLParser(encoding="utf-8")
    others = {"yaml", "code", *(f.rstrip("/") for f in FOLDER_OF_LANGUAGE.values() if f)}
    root = folder / FOLDER_OF_LANGUAGE[language]
    for file in sorted(root.rglob("*.html")):
        place = file.relative_to(root)
        if language != "zh-Hant" or place.parts[0] not in others:
            yield place.as_posix(), lxml.html.parse(str(file), parser).getroot().find("body")


def _blocks(element: lxml.html.HtmlElement, language: str) -> list[str]:
    """The text of each block in the page's own language; parts of another language and formulas are one sign."""
    found: list[str] = []
    pieces: list[str] = []

    def close() -> None:
        if text := " ".join("".join(pieces).split()):
            found.append(text)
        pieces.clear()

    def walk(one: lxml.html.HtmlElement) -> None:
        if not isinstance(one.tag, str):
            return
        classes = set((one.get("class") or "").split())
        if one.tag in NO_WORDS or "maths" in classes or one.get("lang", language) != language:
            pieces.append(FORMULA)
            return
        if "aliases" in classes:  # what people type, in whatever words
            return
        if one.tag not in INLINE:
            close()
        pieces.append(one.text or "")
        for child in one:
            walk(child)
            pieces.append(child.tail or "")
        if one.tag not in INLINE:
            close()

    walk(element)
    close()
    return found


def _foreign(element: lxml.html.HtmlElement, language: str, run: re.Pattern[str]) -> Iterator[str]:
    """Runs in text that is said to be of the page's language."""
    if not isinstance(element.tag, str) or element.tag in NO_WORDS:
        return
    if "maths" in (element.get("class") or "").split() or element.get("lang", language) != language:
        return
    yield from run.findall(element.text or "")
    for child in element:
        yield from _foreign(child, language, run)
        yield from run.findall(child.tail or "")


@pytest.mark.parametrize("language", CHINESE)
def test_nothing_that_readers_see_is_on_the_ban_lists(built, language: str) -> None:
    """Words of the knowledge base, of the interface and of the theme; titles of works stay as their authors wrote."""
    titles = [paper.title for paper in posatlas.load().of("paper") if not paper.title.isascii()]
    blocks: dict[str, str] = {}
    for place, body in _pages(built.folder, language):
        shown = _blocks(body, language)
        for name in ("aria-label", "title", "placeholder", "alt", "data-label"):
            shown += [e.get(name) for e in body.xpath(f".//*[@{name}]") if e.get("lang", language) == language]
        for block in shown:
            blocks.setdefault(block, place)
    assert len(blocks) > 10_000
    found = {}
    for block, place in blocks.items():
        for title in titles:
            block = block.replace(title, FORMULA)
        found |= {(place, p.message): block[:60] for p in check_text(block, language) if p.code in BANNED}
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_runs_of_another_language_are_marked(built, language: str) -> None:
    run = CHINESE_RUN if language == "en" else ENGLISH_RUN
    left: dict[str, str] = {}
    marked = 0
    for place, body in _pages(built.folder, language):
        for text in _foreign(body, language, run):
            left.setdefault(text, place)
        marked += len(body.xpath(f".//*[@lang and @lang != '{language}']"))
    assert left == {}
    assert marked > 3000


@pytest.mark.parametrize("titled", [("papers/vaswani-2017/", "en"), ("papers/su-2023-rerope/", "zh-Hans")])
def test_titles_of_works_name_their_language(built, titled: tuple[str, str]) -> None:
    place, language = titled
    heading = lxml.html.parse(str(built.folder / place / "index.html")).getroot().xpath("//h1")[0]
    assert heading.xpath(f".//*[@lang='{language}']")


def test_the_switch_keeps_place_and_choices_but_not_searched_words(built, chromium) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(built.root + "methods/rope/?view=all&h=words#lineage")
    for language in ("en", "zh-Hans", "zh-Hant"):
        link = page.locator(f".md-header a.md-select__link[hreflang='{language}']")
        page.locator(".md-header .md-select").hover()
        link.click()
        page.wait_for_load_state()
        assert page.url == f"{built.root}{FOLDER_OF_LANGUAGE[language]}methods/rope/?view=all#lineage"
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_names_the_feeds_of_its_language(built, language: str) -> None:
    context = [f"{built.root}{FOLDER_OF_LANGUAGE[language]}{name}" for name in ("feed.xml", "verdicts.xml")]
    parser = lxml.html.HTMLParser(encoding="utf-8")
    for place in ("", "methods/rope/", "changes/"):
        address = built.root + FOLDER_OF_LANGUAGE[language] + place
        file = built.folder / FOLDER_OF_LANGUAGE[language] / place / "index.html"
        tree = lxml.html.parse(str(file), parser).getroot()
        tree.make_links_absolute(address)
        assert tree.xpath("//head/link[@type='application/atom+xml']/@href") == context
    assert set(context) <= set(tree.xpath("//article//a/@href"))
    assert all((built.folder / one.removeprefix(built.root)).is_file() for one in context)

"""Previews of links: by mouse and keyboard, never in the way, and not needed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.schema import LANGUAGES

PAGE = "topic/"
METHOD = "article a[href='../methods/alibi/']"
CLAIM = "article a.cite"
TERM = "article a[href='../glossary/#term-skipclip']"
BOX = "#preview:popover-open"
MOVED = """() => {
  window.moved = [];
  new PerformanceObserver(list => moved.push(...list.getEntries().map(e => e.value)))
    .observe({type: 'layout-shift', buffered: false});
}"""


@pytest.fixture
def page(chromium) -> Iterator[object]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert said == []


def _open(page, built, language: str = "en", address: str = PAGE):
    page.goto(built.root + FOLDER_OF_LANGUAGE[language] + address)
    page.mouse.move(2, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mouse_that_rests_on_a_method_sees_its_glance(built, page, language: str) -> None:
    _open(page, built, language)
    page.evaluate(MOVED)
    link = page.locator(METHOD).first
    link.hover()
    box = page.locator(BOX)
    box.wait_for()
    text = box.locator("p").first.inner_text()
    verdicts = box.locator(".preview-verdicts .badge").all_inner_texts()
    place = box.bounding_box()
    assert 0 <= place["x"] and place["x"] + place["width"] <= 1280
    assert 0 <= place["y"] and place["y"] + place["height"] <= 900
    assert link.get_attribute("aria-describedby") == "preview"
    assert page.evaluate("moved") == []
    page.mouse.move(2, 2)
    page.wait_for_selector(BOX, state="detached")
    assert link.get_attribute("aria-describedby") is None
    link.click()
    page.wait_for_url("**/methods/alibi/")
    assert page.locator("#glance").inner_text() == text
    page.locator("[role=tab]").nth(2).click()
    counts = page.locator("#evidence .counts li").all_inner_texts()
    assert [" ".join(words.split()) for words in counts] == [" ".join(words.split()) for words in verdicts]


def test_the_keyboard_sees_it_and_escape_closes_it(built, page) -> None:
    _open(page, built)
    for link in [*page.locator(CLAIM).all()[:3], page.locator(METHOD).first]:
        link.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        page.wait_for_selector(BOX)
        shown = page.locator(BOX).inner_text()
        assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "preview"
        page.keyboard.press("Escape")
        assert page.locator(BOX).count() == 0
        assert link.evaluate("e => e === document.activeElement")  # the focus stays where it was
        if "cite" in (link.get_attribute("class") or ""):
            target = page.context.new_page()
            target.goto(page.evaluate("document.activeElement.href"))
            verdict, statement = target.locator(".claim-head .badge").inner_text(), target.locator("h1").inner_text()
            if target.locator("h1 .maths").count() == 0:
                assert " ".join(statement.split("¶")[0].split()) in " ".join(shown.split())
            assert " ".join(verdict.split()) in " ".join(shown.split())
            target.close()


def test_a_term_shows_its_definition(built, page) -> None:
    _open(page, built, address="c/")
    page.locator(TERM).first.hover()
    page.wait_for_selector(BOX)
    shown = page.locator(BOX).locator("p").first.inner_text()
    page.locator(TERM).first.click()
    assert shown in page.locator("#term-skipclip").inner_text()


def test_the_pointer_may_go_into_the_preview_and_scrolling_closes_it(built, page) -> None:
    _open(page, built)
    page.locator(METHOD).first.hover()
    page.wait_for_selector(BOX)
    place = page.locator(BOX).bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=4)
    page.wait_for_timeout(500)
    assert page.locator(BOX).count() == 1
    page.mouse.wheel(0, 400)
    page.wait_for_selector(BOX, state="detached")


def test_what_stands_beside_a_link_is_not_said_again(built, page) -> None:
    _open(page, built, address="methods/")
    page.locator("article li a[href='../methods/alibi/'], article li a[href='alibi/']").first.hover()
    page.wait_for_timeout(900)
    assert page.locator(BOX).count() == 0


def test_a_finger_follows_the_link(built, chromium) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{built.root}en/{PAGE}")
    page.locator(METHOD).first.tap()
    page.wait_for_url("**/methods/alibi/")
    assert [url for url in asked if "previews" in url] == []
    context.close()


def test_without_script_a_link_is_a_link(built, chromium) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{built.root}en/{PAGE}")
    page.locator(METHOD).first.click()
    page.wait_for_url("**/methods/alibi/")
    context.close()


def test_a_missing_file_leaves_the_page_as_it_was(built, page) -> None:
    page.route("**/previews*.json", lambda route: route.fulfill(status=200, body="{"))
    _open(page, built)
    page.locator(METHOD).first.hover()
    page.wait_for_timeout(900)
    assert page.locator(BOX).count() == 0


def test_the_script_of_every_page_is_small(built) -> None:
    script = (built.folder / "assets" / "scripts" / "page.js").read_bytes()
    assert b"preview" in script
    assert len(gzip.compress(script)) <= 2048

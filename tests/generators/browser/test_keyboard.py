"""The keyboard alone: on a page of every template it reaches all that can be acted on, and shows where it is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from .opening import open_page
from .test_reading import TEMPLATES

BACKWARDS = ("method", "timeline", "explorer", "any methods", "wavelengths")
STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"


@cache
def _walk() -> str:
    return Path(__file__).with_name("keyboard_walk.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def _begin(page, address: str):
    """Open a page, and a walk on it."""
    open_page(page, address)
    page.add_style_tag(content=STILL)
    return page.evaluate_handle(f"({_walk()})()")


def _go_on(page, walk, key: str = "Tab") -> None:
    """Press a key until the focus leaves the page."""
    step = f"walk => walk.left() || (walk.skip({'true' if key.startswith('Shift') else 'false'}), false)"
    for pressed in range(walk.evaluate("walk => walk.count()") + 200):
        page.keyboard.press(key)
        if pressed % 8 == 7 and walk.evaluate(step):
            return
    pytest.fail(f"{page.url} holds the focus: {page.evaluate('document.activeElement.outerHTML')[:200]}")


def _found(walk) -> list[list[str]]:
    """What a walk did not reach, and what was wrong with what it reached."""
    return walk.evaluate("walk => [walk.missed(), walk.faults()]")


@pytest.mark.parametrize("template", TEMPLATES)
def test_tab_reaches_everything_and_shows_where_it_is(built, page, template: str) -> None:
    walk = _begin(page, f"{built.root}en/{TEMPLATES[template]}")
    assert walk.evaluate("walk => walk.count()") > 20
    _go_on(page, walk)
    assert _found(walk) == [[], []]


@pytest.mark.parametrize("template", BACKWARDS)
def test_nothing_holds_the_focus_on_the_way_back(built, page, template: str) -> None:
    walk = _begin(page, f"{built.root}en/{TEMPLATES[template]}")
    _go_on(page, walk, "Shift+Tab")
    assert walk.evaluate("walk => walk.missed()") == []


def _inside(page, walk, box) -> list[str]:
    """Walk on through what stands in a box; gives what was missed there."""
    for _ in range(box.locator("a[href], button, input, summary, [tabindex='0']").count() + 8):
        page.keyboard.press("Tab")
    return walk.evaluate("(walk, box) => walk.missed(box)", box.element_handle())


@pytest.mark.parametrize("template", ["method", "claim", "section", "score"])
def test_enter_unfolds_and_the_walk_goes_inside(built, page, template: str) -> None:
    walk = _begin(page, f"{built.root}en/{TEMPLATES[template]}")
    folded = page.locator("article summary:visible").all()[:2]
    assert folded
    for summary in folded:
        summary.focus()
        page.keyboard.press("Enter")
        assert summary.evaluate("e => e.parentElement.open")
        walk.evaluate("walk => walk.start()")
        assert _inside(page, walk, summary.locator("xpath=..")) == []
    assert walk.evaluate("walk => walk.faults()") == []


def test_every_tab_of_a_method_is_walked(built, page) -> None:
    walk = _begin(page, f"{built.root}en/{TEMPLATES['method']}")
    tabs = page.locator("[role=tab]").count()
    opened = []
    for _ in range(tabs):
        page.locator("[role=tab][aria-selected=true]").focus()
        page.keyboard.press("ArrowRight")
        opened.append(page.evaluate("document.activeElement.getAttribute('aria-controls')"))
        walk.evaluate("walk => walk.start()")
        assert _inside(page, walk, page.locator(f"#{opened[-1]}")) == []
    assert len(set(opened)) == tabs == 4
    assert walk.evaluate("walk => walk.faults()") == []


def test_a_popover_is_opened_walked_and_closed_by_keys(built, page) -> None:
    _begin(page, f"{built.root}en/{TEMPLATES['any methods']}")
    opener = page.locator("td button[popovertarget]").first
    opener.focus()
    page.keyboard.press("Enter")
    box = page.locator(f"#{opener.get_attribute('popovertarget')}")
    assert box.is_visible()
    stops = box.locator("a[href], button").count()
    for _ in range(stops):
        page.keyboard.press("Tab")
        assert box.evaluate("e => e.contains(document.activeElement)")
    page.keyboard.press("Escape")
    assert box.is_hidden()
    assert opener.evaluate("e => e === document.activeElement")


def test_arrow_keys_choose_the_scheme_and_move_sliders(built, page) -> None:
    _begin(page, f"{built.root}en/{TEMPLATES['timeline']}")
    before = page.evaluate("document.body.dataset.mdColorScheme")
    page.locator(".md-option").first.evaluate("e => e.focus()")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("was => document.body.dataset.mdColorScheme !== was", arg=before)
    slider = page.locator("input[type=range]").first
    slider.focus()
    value = slider.input_value()
    page.keyboard.press("ArrowRight")
    assert float(slider.input_value()) > float(value)

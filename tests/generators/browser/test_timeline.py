"""The timeline in a browser: what is chosen stands in the address, in the drawing and in the list."""

from __future__ import annotations

from itertools import combinations

import pytest

BOXES = """() => [...document.querySelectorAll('.time-point')].map(point =>
  [...point.querySelectorAll('circle, text')].map(part => part.getBoundingClientRect())
    .map(({left, right, top, bottom}) => [left, top, right, bottom]))"""
SHOWN = """() => [...document.querySelectorAll('[data-date][data-lane]:not([hidden])')]
  .map(row => [row.dataset.date, row.dataset.lane])"""


def _opened(built, chromium, query: str = "", width: int = 1280, scheme: str = "light"):
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{built.root}en/timeline/{query}")
    page.wait_for_selector(".time-point")
    return page


def _meet(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(("width", "query"), [(1280, ""), (390, ""), (1280, "?from=2023-01&to=2024-12")])
def test_nothing_overlaps_or_leaves_the_drawing(built, chromium, width: int, query: str) -> None:
    page = _opened(built, chromium, query, width)
    points = page.evaluate(BOXES)
    assert len(points) > 40
    left, right = page.evaluate(
        "() => { const r = document.querySelector('.time-drawing').getBoundingClientRect(); return [r.left, r.right]; }"
    )
    for one, other in combinations(points, 2):
        assert not any(_meet(a, b) for a in one for b in other), (one, other)
    assert all(left <= box[0] and box[2] <= right for point in points for box in point)
    page.context.close()


def test_the_address_chooses_and_the_list_follows(built, chromium) -> None:
    page = _opened(built, chromium, "?from=2021-04&to=2023-09&lanes=rotary,extension")
    rows = page.evaluate(SHOWN)
    assert len(rows) > 5
    assert all("2021-04" <= date[:7] <= "2023-09" and lane in ("rotary", "extension") for date, lane in rows)
    assert page.locator(".time-point").count() == len(rows)
    assert page.locator(".time-point text").first.is_visible()
    page.context.close()


def test_sliders_lanes_and_the_strip_write_the_address(built, chromium) -> None:
    page = _opened(built, chromium)
    every = len(page.evaluate(SHOWN))
    page.locator("input[name=from]").focus()
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    assert "from=2021-06" in page.url
    assert all(date[:7] >= "2021-06" for date, _ in page.evaluate(SHOWN))
    page.locator("input[name=lane][value=models]").uncheck()
    assert "lanes=absolute,relative,rotary,extension,remapping,none,other" in page.url.replace("%2C", ",")
    assert "models" not in {lane for _, lane in page.evaluate(SHOWN)}
    page.locator(".time-settings button[type=reset]").click()
    page.wait_for_function(f"() => document.querySelectorAll('.time-point').length == {every}")
    assert "?" not in page.url
    box = page.locator(".time-strip").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + 10, steps=4)
    page.mouse.up()
    assert "from=" in page.url and "to=" in page.url
    assert 0 < len(page.evaluate(SHOWN)) < every
    page.context.close()


@pytest.mark.parametrize("query", ["?from=nonsense&to=2099-01&lanes=none-such", "?from=2024-01&to=2020-01", "?lanes="])
def test_odd_addresses_are_taken_as_they_can_be(built, chromium, query: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{built.root}en/timeline/{query}")
    page.wait_for_selector(".time-chart:not([hidden])")
    assert page.locator(".time-chart [role=status]").inner_text()
    assert said == []
    context.close()


def test_points_lead_to_their_pages_and_events(built, chromium) -> None:
    page = _opened(built, chromium)
    hrefs = page.evaluate("() => [...document.querySelectorAll('.time-point')].map(p => p.getAttribute('href'))")
    assert any(href.startswith("#") for href in hrefs) and any("methods/" in href for href in hrefs)
    for href in hrefs:
        target = page.evaluate("href => href.startsWith('#') ? !!document.getElementById(href.slice(1)) : true", href)
        assert target, href
    page.context.close()


def test_without_script_the_list_and_the_dates_are_there(built, chromium) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{built.root}timeline/")
    assert page.locator(".time-chart").is_hidden()
    assert page.locator("ol.timeline > li").count() > 40
    assert page.locator("table.time-entries tbody tr").count() > 60
    context.close()

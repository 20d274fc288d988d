"""The timeline in a browser: what is chosen stands in the address, in the drawing and in the list."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

HIT = """() => [...document.querySelectorAll('.time-point .reach')].map(part => part.getBoundingClientRect())
  .map(({left, right, top, bottom}) => [left, top, right, bottom])"""
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


def _span(page) -> tuple[int, int]:
    """First and last month that the address says, counted from the year 0."""
    found = re.search(r"from=(\d{4})-(\d{2})&to=(\d{4})-(\d{2})", page.url)
    assert found, page.url
    a, b, c, d = map(int, found.groups())
    return a * 12 + b, c * 12 + d


def _meet(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(
    ("width", "query"), [(1280, ""), (320, ""), (1280, "?from=2023&to=2024"), (390, "?from=2023-06&to=2024-05")]
)
def test_nothing_overlaps_or_leaves_the_drawing(built, chromium, width: int, query: str) -> None:
    page = _opened(built, chromium, query, width)
    points = page.evaluate(BOXES)
    assert len(points) > 25
    left, right = page.evaluate(
        "() => { const r = document.querySelector('.time-drawing').getBoundingClientRect(); return [r.left, r.right]; }"
    )
    for one, other in combinations(points, 2):
        assert not any(_meet(a, b) for a in one for b in other), (one, other)
    assert all(left <= box[0] and box[2] <= right for point in points for box in point)
    squares = page.evaluate(HIT)
    assert all(b[2] - b[0] >= 23.9 and b[3] - b[1] >= 23.9 for b in squares)
    slim = [[b[0] + 0.1, b[1] + 0.1, b[2] - 0.1, b[3] - 0.1] for b in squares]
    assert not [pair for pair in combinations(slim, 2) if _meet(*pair)]
    dates = page.locator("text.year").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(({left, right, top, bottom}) => [left, top, right, bottom])"
    )
    assert len(dates) > 2 and not [pair for pair in combinations(dates, 2) if _meet(*pair)]
    assert all(left <= box[0] and box[2] <= right for box in dates)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


def test_the_address_chooses_and_the_list_follows(built, chromium) -> None:
    page = _opened(built, chromium, "?from=2021-04&to=2023-09&lanes=rotary,extension")
    rows = page.evaluate(SHOWN)
    assert len(rows) > 5
    assert all("2021-04" <= date[:7] <= "2023-09" and lane in ("rotary", "extension") for date, lane in rows)
    assert page.locator(".time-point").count() == len(rows) - page.locator("[data-told]:not([hidden])").count()
    assert page.locator(".time-point text").first.is_visible()
    by_years = _opened(built, chromium, "?from=2021&to=2023&lanes=rotary")
    dates = [date[:4] for date, _ in by_years.evaluate(SHOWN)]
    assert set(dates) == {"2021", "2022", "2023"}
    by_years.context.close()
    page.context.close()


def test_sliders_lanes_and_the_strip_write_the_address(built, chromium) -> None:
    page = _opened(built, chromium)
    every, points = len(page.evaluate(SHOWN)), page.locator(".time-point").count()
    page.locator("input[name=from]").focus()
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    assert "from=2021-06" in page.url
    assert all(date[:7] >= "2021-06" for date, _ in page.evaluate(SHOWN))
    page.locator("input[name=lane][value=models]").uncheck()
    assert "lanes=absolute,relative,rotary,extension,remapping,none,other" in page.url.replace("%2C", ",")
    assert "models" not in {lane for _, lane in page.evaluate(SHOWN)}
    page.locator(".time-settings button[type=reset]").click()
    page.wait_for_function(f"() => document.querySelectorAll('.time-point').length == {points}")
    assert len(page.evaluate(SHOWN)) == every
    assert "?" not in page.url
    box = page.locator(".time-strip").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + 10, steps=4)
    page.mouse.up()
    before = _span(page)
    assert 0 < len(page.evaluate(SHOWN)) < every
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 10, steps=4)
    page.mouse.up()
    after = _span(page)
    assert after[0] < before[0] and after[1] - after[0] == before[1] - before[0]  # a drag inside the span moves it
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


def test_one_point_is_in_the_order_of_tab_and_arrow_keys_reach_the_others(built, chromium) -> None:
    page = _opened(built, chromium, "?from=2021&to=2023&lanes=rotary,extension")
    assert page.locator(".time-point[tabindex='0']").count() == 1
    page.locator(".time-point[tabindex='0']").focus()
    seen = set()
    for key in ["ArrowRight"] * 4 + ["ArrowDown"] * 8 + ["ArrowLeft"] * 4 + ["ArrowUp"] * 8:
        page.keyboard.press(key)
        seen.add(page.evaluate("() => document.activeElement.querySelector('title').textContent"))
        assert page.locator(".time-point[tabindex='0']").count() == 1
    assert len(seen) > 8
    assert any("RoPE" in name for name in seen) and any("NTK" in name for name in seen)
    page.keyboard.press("Enter")
    page.wait_for_url("**/methods/**")
    page.context.close()


def test_an_address_of_an_event_that_the_choice_hides_shows_it(built, chromium) -> None:
    page = _opened(built, chromium, "?lanes=models#event-alibi")
    assert page.locator("#event-alibi").is_visible() and "lanes" not in page.url
    page.locator("input[name=lane][value=relative]").uncheck()
    assert page.locator("#event-alibi").is_hidden()
    page.evaluate("() => { location.hash = 'event-bert'; location.hash = 'event-alibi'; }")
    page.wait_for_function("() => !document.getElementById('event-alibi').hidden")
    page.context.close()

"""Curves in a browser: boxes choose what is drawn, by keyboard too, and the address keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ("plots/score/", "plots/bf16-positions/")
STROKES = """canvas => [...canvas.querySelectorAll('svg path')]
  .filter(path => path.getAttribute('stroke-width') === '2').map(path => path.getAttribute('stroke'))"""


def _opened(chromium, address: str, **options):
    context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return page


@pytest.mark.parametrize("address", PAGES)
def test_boxes_choose_the_lines_and_the_address_keeps_them(built, chromium, address: str) -> None:
    page = _opened(chromium, built.root + address)
    figure = page.locator("figure[data-curves]").first
    canvas, boxes = figure.locator(".chart"), figure.locator("input[type=checkbox]")
    count = boxes.count()
    assert len(canvas.evaluate(STROKES)) == count
    boxes.nth(1).focus()
    page.keyboard.press("Space")
    assert len(canvas.evaluate(STROKES)) == count - 1
    gone = boxes.nth(1).get_attribute("value")
    assert "chart1=" in page.url and gone not in page.url
    page.reload()
    page.wait_for_load_state("networkidle")
    assert not boxes.nth(1).is_checked() and len(canvas.evaluate(STROKES)) == count - 1
    boxes.nth(1).check()
    assert "chart1" not in page.url and len(canvas.evaluate(STROKES)) == count
    page.context.close()


@pytest.mark.parametrize("address", PAGES)
def test_colours_follow_the_scheme(built, chromium, address: str) -> None:
    page = _opened(chromium, built.root + address, color_scheme="light")
    canvas = page.locator("figure[data-curves] .chart").first
    light = canvas.evaluate(STROKES)
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    page.wait_for_function("([c, old]) => c.querySelector(`svg path[stroke='${old}']`) === null",
                           arg=[canvas.element_handle(), light[0]])  # fmt: skip
    dark = canvas.evaluate(STROKES)
    assert len(dark) == len(light) and not set(dark) & set(light)
    page.context.close()


@pytest.mark.parametrize("address", PAGES)
def test_without_script_the_tables_stand_alone(built, chromium, address: str) -> None:
    page = _opened(chromium, built.root + address, java_script_enabled=False)
    assert not page.locator("figure[data-curves]").first.is_visible()
    assert page.locator(".plot table").first.is_visible() and page.locator(".claim-rows .badge").first.is_visible()
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", [*PAGES, "plots/heat-maps/"])
def test_axe_finds_nothing(built, chromium, address: str, scheme: str) -> None:
    page = _opened(chromium, f"{built.root}en/{address}", color_scheme=scheme, viewport={"width": 390, "height": 780})
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document.querySelector('article')).then(r => r.violations.map(v => v.id))")
    assert found == []
    page.context.close()

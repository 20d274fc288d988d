"""Methods side by side: conditions, words and differences narrow the table; headings sort it by keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("playwright")
KB = Path(__file__).parents[3] / "kb"
METHODS = "() => [...document.querySelectorAll('#compare-table tbody tr')].map(row => row.dataset.method)"
DIMENSIONS = "() => [...document.querySelectorAll('#compare-table .sorts')].map(button => button.dataset.dimension)"


def _files(folder: str) -> dict[str, dict[str, Any]]:
    return {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted((KB / folder).glob("*.yml"))}


@pytest.fixture
def opened(built, chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def go(query: str, width: int = 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{built.root}en/compare/methods/{query}")
        page.wait_for_selector("#compare form")
        return page

    yield go
    context.close()
    assert faults == []


def test_conditions_leave_the_methods_whose_recorded_laws_hold(opened) -> None:
    def holds(record: dict[str, Any], law: str) -> bool:
        rows = [row["holds"] for row in record["rows"] if row["law"] == law and row["device"] == "cpu"]
        return bool(rows) and all(rows)

    laws = _files("evidence/laws")
    wanted = {name for name, r in laws.items() if holds(r, "shift_invariant") and holds(r, "cached_keys")}
    page = opened("?is=offsets-alone,keys-can-be-cached")
    assert set(page.evaluate(METHODS)) == wanted and 4 < len(wanted) < len(laws)
    page.locator("#compare summary", has_text="Must be").click()
    page.get_by_label("positions have several axes").check()
    assert page.url.endswith("?is=offsets-alone,keys-can-be-cached,several-axes")
    assert set(page.evaluate(METHODS) or [None]) < wanted


def test_a_case_of_the_page_of_choices_leads_to_its_methods(opened, built) -> None:
    page = opened("")
    page.goto(built.root + "en/choose/")
    heading = page.locator("h2[id^=case-]").first
    listed = page.locator(f"#{heading.get_attribute('id')} ~ dl").first.locator("dd").nth(1).locator("a")
    wanted = [link.split("/")[-2] for link in listed.evaluate_all("all => all.map(link => link.getAttribute('href'))")]
    page.locator(f"#{heading.get_attribute('id')} ~ p a[href*='is=']").first.click()
    page.wait_for_selector("#compare form")
    assert sorted(page.evaluate(METHODS)) == sorted(wanted) and len(wanted) > 4


def test_words_find_methods_and_say_so_when_there_are_none(opened) -> None:
    page = opened("")
    page.locator("#compare input[type=search]").fill("remapping")
    wanted = {name for name, method in _files("methods").items() if method["family"] == "remapping"}
    assert wanted <= set(page.evaluate(METHODS)) and page.url.endswith("?q=remapping")
    page.locator("#compare input[type=search]").fill("no such method")
    assert page.evaluate(METHODS) == [] and "No method fits" in page.locator("#compare [role=status]").inner_text()


def test_differences_leave_the_points_in_which_methods_differ(opened) -> None:
    page = opened("?m=rope,rope-abf&diff=1")
    left = set(page.evaluate(DIMENSIONS))
    rope, abf = (_files("methods")[name] for name in ("rope", "rope-abf"))
    assert rope["family"] != abf["family"] and "family" in left
    assert rope["cost"]["added_operations"] == abf["cost"]["added_operations"] and "added-operations" not in left
    assert rope["enters_at"] == abf["enters_at"] and "enters-at" not in left


def test_a_heading_sorts_up_down_and_not_at_all_and_keeps_the_focus(opened) -> None:
    page = opened("?d=published,family")
    papers = _files("papers")
    dates = {n: str(papers[m["introduced_by"]]["first_published"]) if m.get("introduced_by") else ""
             for n, m in _files("methods").items()}  # fmt: skip
    dated = sorted(date for date in dates.values() if date)
    unsorted = page.evaluate(METHODS)
    page.locator(".sorts[data-dimension=published]").focus()
    for query, wanted, direction in (
        ("sort=published", dated, "ascending"),
        ("sort=-published", dated[::-1], "descending"),
    ):
        page.keyboard.press("Enter")
        shown = [dates[method] for method in page.evaluate(METHODS)]
        assert shown[: len(wanted)] == wanted and not any(shown[len(wanted) :])
        assert query in page.url and page.locator(f"th[aria-sort={direction}] .sorts").count() == 1
    page.keyboard.press("Enter")
    assert "sort" not in page.url and page.evaluate(METHODS) == unsorted


def test_positions_without_end_sort_above_every_limit(opened) -> None:
    limits = {name: record["interface"]["position_limit"] for name, record in _files("evidence/laws").items()}
    known = sorted(limit for limit in limits.values() if limit is not None)
    for query, part in (("last-position", slice(0, len(known))), ("-last-position", slice(-len(known), None))):
        page = opened(f"?d=last-position&sort={query}")
        shown = [limits[method] for method in page.evaluate(METHODS)]
        assert shown[part] == (known[::-1] if query.startswith("-") else known)


@pytest.mark.parametrize("query", ["", "?m=rope,alibi", "?m=rope,alibi,yarn,fope,fire"])
def test_nothing_leaves_a_narrow_screen(opened, query: str) -> None:
    page = opened(query, width=320)
    for box in page.locator("#compare details").all():
        box.locator("summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320

"""Any methods side by side: the address, sorting, what stands behind a cell, and the file for spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest
import yaml

from ..conftest import ROOT

HEADS = "() => [...document.querySelectorAll('#compare-table :is(thead, tbody) th')].map(h => h.innerText.trim())"
DAYS = """() => [...document.querySelectorAll('#compare-table td[data-label="First published"]')]
  .map(cell => cell.innerText.trim().slice(0, 10)).filter(text => /^[0-9]{4}/.test(text))"""


def _opened(built, chromium, query: str = "", width: int = 1280):
    page = chromium.new_context(viewport={"width": width, "height": 900}, accept_downloads=True).new_page()
    page.goto(f"{built.root}en/compare/methods/{query}")
    page.wait_for_selector("#compare:not([hidden])")
    return page


def test_the_address_chooses_methods_and_is_kept(built, chromium) -> None:
    page = _opened(built, chromium, "?m=rope,alibi,yarn")
    heads = page.evaluate(HEADS)
    for name in ("RoPE", "ALiBi", "YaRN"):
        assert [head for head in heads if head.startswith(name)], (name, heads)
    assert not [head for head in heads if head.startswith("T5")]
    assert "m=rope,alibi,yarn" in page.url.replace("%2C", ",")
    page.context.close()


def test_a_popover_opens_and_closes_by_keyboard_and_says_where_it_comes_from(built, chromium) -> None:
    page = _opened(built, chromium, "?m=rope,alibi")
    button = page.locator("#compare-table button[popovertarget]").first
    target = button.get_attribute("popovertarget")
    box = page.locator(f"[id='{target}']")
    assert box.is_hidden()
    button.focus()
    page.keyboard.press("Enter")
    assert box.is_visible()
    assert box.inner_text().strip() and box.locator("a[href]").count() > 0
    page.keyboard.press("Escape")
    assert box.is_hidden()
    page.context.close()


def test_the_whole_table_as_csv_says_what_the_records_say(built) -> None:
    text = (built.folder / "en" / "compare" / "methods" / "methods.csv").read_text(encoding="utf-8-sig")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(text))}
    methods = {
        file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in (ROOT / "kb" / "methods").glob("*.yml")
    }
    assert set(rows) == set(methods)
    assert not [value for row in rows.values() for value in row.values() if value and value[0] in "=+@\t\r"]
    for identifier, method in methods.items():
        assert method["name"]["en"].split(" (")[0] in rows[identifier]["Method"]
        assert method["cost"]["learned_parameters"] in rows[identifier].values(), identifier
        if paper := method.get("introduced_by"):
            published = yaml.safe_load((ROOT / "kb" / "papers" / f"{paper}.yml").read_text(encoding="utf-8"))
            assert rows[identifier]["First published"] == str(published["first_published"])


def test_a_download_holds_only_what_is_shown(built, chromium) -> None:
    page = _opened(built, chromium, "?m=rope,alibi")
    with page.expect_download() as started:
        page.get_by_role("button", name="CSV").click()
    rows = list(csv.reader(io.StringIO(started.value.path().read_text(encoding="utf-8-sig"))))
    assert sorted(row[0] for row in rows[1:]) == ["alibi", "rope"]
    assert len({len(row) for row in rows}) == 1
    page.context.close()


def test_sorting_orders_the_methods(built, chromium) -> None:
    page = _opened(built, chromium)
    select = page.locator("#compare select").first
    values = page.evaluate("() => [...document.querySelectorAll('#compare select')[0].options].map(o => o.value)")
    chosen = next(value for value in values if "year" in value or "published" in value or "first" in value)
    select.select_option(chosen)
    years = page.evaluate(DAYS)
    assert "sort=" in page.url
    assert len(years) > 20 and years == sorted(years)
    page.context.close()


@pytest.mark.parametrize("query", ["?m=none-such", "?m=", "?sort=%00&d=,,,", "?m=rope,rope,rope"])
def test_odd_addresses_do_no_harm(built, chromium, query: str) -> None:
    page = chromium.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{built.root}en/compare/methods/{query}")
    page.wait_for_selector("#compare:not([hidden])")
    assert said == []
    page.close()


def test_without_script_every_method_and_its_popovers_are_there(built, chromium) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{built.root}compare/methods/")
    assert page.locator("#compare-table tbody tr").count() >= 60
    button = page.locator("#compare-table button[popovertarget]").first
    button.click()
    assert page.locator(f"[id='{button.get_attribute('popovertarget')}']").is_visible()
    context.close()

"""Any methods side by side: the address, sorting, what stands behind a cell, and the file for spreadsheets."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
import yaml

from ..conftest import ROOT

HEADS = "() => [...document.querySelectorAll('#compare-table :is(thead, tbody) th')].map(h => h.innerText.trim())"
TABLE = """() => [...document.querySelectorAll('#compare-table tr')].map(row => [...row.cells]
  .map(cell => [...cell.childNodes].filter(node => node.nodeName != 'BUTTON' || node.className == 'sorts')
    .map(node => node.textContent).join('').trim()))"""
DAYS = """() => [...document.querySelectorAll('#compare-table td[data-label="First published"]')]
  .map(cell => cell.innerText.trim().slice(0, 10)).filter(text => /^[0-9]{4}/.test(text))"""


def _records(file: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(file.read_bytes().decode("utf-8-sig"), newline=""), strict=True))


def _share(text: str) -> float:
    """The number that a share such as 24/25 is."""
    held, _, of = text.partition("/")
    return int(held) / int(of)


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


def test_controls_write_the_address_and_the_address_sets_the_controls(built, chromium) -> None:
    page = _opened(built, chromium)
    page.locator("details.chooser summary").nth(0).click()
    for method in ("rope", "alibi", "sinusoidal"):
        page.locator(f".chooser input[value='{method}']").check()
    page.locator("details.chooser summary").nth(1).click()
    for point in ("family", "offsets-alone", "causal-only"):
        page.locator(".chooser").nth(1).locator(f"input[value='{point}']").check()
    page.locator("#compare .compare-form select").first.select_option("offsets-alone")
    page.locator("label", has_text="Differences only").locator("input").check()
    shown = page.evaluate(TABLE)
    assert [name.split(" (")[0] for name in shown[0][1:]] == ["Sinusoidal position encoding", "RoPE", "ALiBi"]
    assert [row[0] for row in shown[1:]] == ["Family", "outputs see offsets alone", "causal attention only"]
    query = page.url.partition("?")[2]
    assert query == "m=rope,alibi,sinusoidal&d=family,offsets-alone,causal-only&sort=offsets-alone&diff=1"
    again = _opened(built, chromium, f"?{query}")
    assert again.evaluate(TABLE) == shown and again.url.partition("?")[2] == query
    assert again.locator(".chooser input:checked").evaluate_all("all => all.map(e => e.value).sort()") == sorted(
        ["rope", "alibi", "sinusoidal", "family", "offsets-alone", "causal-only"]
    )
    again.get_by_role("button", name="Start over").click()
    assert "?" not in again.url and again.locator("#compare-table tbody tr").count() == 60
    for opened in (page, again):
        opened.context.close()


def test_headings_sort_up_and_down_and_say_so(built, chromium) -> None:
    page = _opened(built, chromium)
    orders = []
    for expected in ("ascending", "descending", None):
        page.locator(".sorts[data-dimension='laws-held']").click()
        assert page.locator("th:has(.sorts[data-dimension='laws-held'])").get_attribute("aria-sort") == expected
        column = page.locator(".sorts").evaluate_all("all => all.findIndex(e => e.dataset.dimension == 'laws-held')")
        orders.append([row[column + 1].split()[0] for row in page.evaluate(TABLE)[1:]])
    up, down, usual = ([_share(text) for text in order if "/" in text] for order in orders)
    assert up == sorted(usual) and down == sorted(usual, reverse=True) and len(up) > 50
    page.context.close()


def test_filters_leave_what_fits(built, chromium) -> None:
    laws = {
        file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
        for file in (ROOT / "kb" / "evidence" / "laws").glob("*.yml")
    }
    expected = {name for name, record in laws.items() if record["interface"]["position_axes"] > 1}
    page = _opened(built, chromium, "?is=several-axes")
    shown = page.locator("#compare-table tbody tr").evaluate_all("all => all.map(e => e.dataset.method)")
    assert set(shown) == expected and len(expected) > 4
    page.locator("#compare input[type=search]").fill("mrope")
    shown = page.locator("#compare-table thead th a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert sorted(shown) == ["../../methods/interleaved-mrope/", "../../methods/mrope/"]
    page.locator("#compare input[type=search]").fill("no such method")
    assert "No method fits" in page.locator("#compare [role=status]").inner_text()
    page.context.close()


@pytest.mark.parametrize("address", ["compare/methods/", "compare/methods/?m=rope,alibi", "choose/", "timeline/"])
def test_nothing_is_wider_than_a_narrow_phone(built, chromium, address: str) -> None:
    page = chromium.new_context(viewport={"width": 320, "height": 700}).new_page()
    page.goto(f"{built.root}en/{address}")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    wide = page.locator("article table.stack, article .compare-form *, article table.stack td > *").evaluate_all(
        "all => all.filter(e => e.checkVisibility() && !e.closest('.sr') && e.getBoundingClientRect().right > 320)"
        ".map(e => e.outerHTML.slice(0, 80))"
    )
    assert wide == []
    page.context.close()


def test_a_popover_fits_a_phone(built, chromium) -> None:
    page = _opened(built, chromium, "?m=rope,alibi", 320)
    buttons = page.locator("#compare-table button[popovertarget]")
    for at in range(0, buttons.count(), 5):
        button = buttons.nth(at)
        button.click()
        box = page.locator(f"[id='{button.get_attribute('popovertarget')}']")
        place = box.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= 320, place
        assert place["y"] >= -1 and place["y"] + place["height"] <= 901, place
        assert box.evaluate("e => e.scrollWidth <= e.clientWidth")
        box.locator("button.close").click()
        assert box.is_hidden()
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
    rows = _records(started.value.path())
    assert [row[0] for row in rows[1:]] == ["rope", "alibi"]
    whole = _records(built.folder / "en" / "compare" / "methods" / "methods.csv")
    kept = {row[0]: row for row in whole[1:]}
    usual = 2 + 4 * 16
    assert rows == [whole[0][:usual], kept["rope"][:usual], kept["alibi"][:usual]]  # quotes and breaks survive
    page.context.close()


def test_a_download_has_the_points_and_the_order_of_the_table(built, chromium) -> None:
    page = _opened(built, chromium, "?m=rope,alibi,sinusoidal&d=published,buffers&sort=published")
    with page.expect_download() as started:
        page.get_by_role("button", name="CSV").click()
    rows = _records(started.value.path())
    assert [row[0] for row in rows] == ["id", "sinusoidal", "rope", "alibi"]
    assert rows[0][2::4] == ["First published", "Stored constants"] and {len(row) for row in rows} == {10}
    assert [row[2] for row in rows[1:]] == ["2017-06-12", "2021-04-20", "2021-08-27"]
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

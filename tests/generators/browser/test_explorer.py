"""The graph explorer in a real browser: addresses, going back, keys, what is drawn, and what is left without script."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.schema import LANGUAGES

from .opening import open_page

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = {
    "usual": "",
    "claims": "?id=rope&kinds=method,paper,claim",
    "two steps": "?id=yarn&depth=2",
    "lineage": "?view=lineage",
    "kin": "?view=lineage&id=yarn",
    "path": "?view=path&from=sinusoidal&to=yarn",
}
# Frames and names of boxes as drawn, and the drawing itself, in pixels.
DRAWN = """() => {
  const edges = (element) => { const r = element.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const shown = [...document.querySelectorAll('svg.graph')].find((svg) => svg.getBoundingClientRect().width);
  if (!shown) return null;
  const boxes = [...shown.querySelectorAll('.box')].map((box) => ({
    id: box.dataset.id, frame: edges(box.querySelector('.frame')), name: edges(box.querySelector('.name')),
    mark: edges(box.querySelector('.node-mark')), text: box.querySelector('.name').textContent,
  }));
  return { canvas: edges(shown), boxes };
}"""
# Contrast of what strokes and fills with the background behind it.
CONTRASTS = """() => {
  const context = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d');
  const light = (text) => {
    context.fillStyle = text; context.fillRect(0, 0, 1, 1);
    const part = (v) => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4;
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
  };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const page = getComputedStyle(document.body).backgroundColor, found = {};
  const note = (key, value) => { found[key] = Math.min(found[key] ?? 99, value); };
  for (const line of document.querySelectorAll('.graph .line, .legend .line')) {
    note(`line ${line.getAttribute('class').split(' ').pop()}`, ratio(getComputedStyle(line).stroke, page));
  }
  for (const box of document.querySelectorAll('.box')) {
    const frame = getComputedStyle(box.querySelector('.frame'));
    note('frame', ratio(frame.stroke, page));
    note('name', ratio(getComputedStyle(box.querySelector('.name')).fill, frame.fill));
    const mark = box.querySelector('.node-mark :first-child'), letters = box.querySelector('.letters');
    note('letters', ratio(getComputedStyle(letters).fill, getComputedStyle(mark).fill));
  }
  return found;
}"""


@pytest.fixture
def page(chromium) -> Iterator[object]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def _ids(page) -> list[str]:
    return [box["id"] for box in page.evaluate(DRAWN)["boxes"]]


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_boxes_meet_and_no_name_leaves_its_box(built, page, language: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for name, view in VIEWS.items():
        open_page(page, built.root + FOLDER_OF_LANGUAGE[language] + "explore/" + view)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        drawn = page.evaluate(DRAWN)
        if name == "path":
            assert drawn is None
            continue
        left, top, right, bottom = drawn["canvas"]
        assert len(drawn["boxes"]) >= (60 if name == "lineage" else 6)
        assert right <= width
        for box in drawn["boxes"]:
            a, b, c, d = box["frame"]
            assert left <= a and top <= b and c <= right and d <= bottom, (name, box)
            assert d - b >= 23.9 and c - a >= 24, (name, box)
            assert box["text"].strip("… ")
            for inner in (box["name"], box["mark"]):
                assert a <= inner[0] and b <= inner[1] + 1 and inner[2] <= c and inner[3] - 1 <= d, (name, box)
            assert box["mark"][2] <= box["name"][0], (name, box)
        for one, two in combinations(drawn["boxes"], 2):
            (a, b, c, d), (e, f, g, h) = one["frame"], two["frame"]
            assert c <= e or g <= a or d <= f or h <= b, (name, one, two)


def test_the_address_says_what_is_shown_and_back_goes_back(built, page) -> None:
    open_page(page, built.root + "en/explore/?id=yarn&depth=2&kinds=method,paper")
    assert page.locator("[data-view=ego] input[type=text]").input_value() == "YaRN"
    assert page.locator("[data-view=ego] select").input_value() == "2"
    checked = page.eval_on_selector_all(".kinds input:checked", "boxes => boxes.map(b => b.value)")
    assert checked == ["method", "paper"]
    assert "peng-2023" in _ids(page) and "transformers" not in _ids(page)
    page.locator(".box[data-id='position-interpolation']").click()
    assert page.url.endswith("?id=position-interpolation&depth=2&kinds=method,paper")
    assert _ids(page)[0] == "position-interpolation"
    page.locator("[data-view=ego] select").select_option("1")
    assert page.url.endswith("?id=position-interpolation&kinds=method,paper")
    page.locator(".kinds input[value=paper]").set_checked(False)
    assert page.url.endswith("?id=position-interpolation&kinds=method")
    page.go_back()
    page.go_back()
    page.go_back()
    assert page.url.endswith("?id=yarn&depth=2&kinds=method,paper")
    assert _ids(page)[0] == "yarn"
    page.go_forward()
    assert _ids(page)[0] == "position-interpolation"
    page.locator(".views a").nth(2).click()
    assert "view=path" in page.url and page.locator("[data-view=ego]").is_hidden()
    page.reload()
    assert page.locator("ol.path > li").count() >= 2
    page.locator(".box[data-id]").first.wait_for(state="hidden")


def test_what_is_asked_for_and_does_not_exist_is_left_out(built, page) -> None:
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    open_page(page, built.root + "explore/?id=no-such-thing&depth=9&kinds=nothing,method&view=odd")
    assert _ids(page)[0] == "rope" and said == []
    field = page.locator("[data-view=ego] input[type=text]")
    field.fill("zzzz")
    field.press("Enter")
    assert "zzzz" in page.locator("[data-view=ego] .said").inner_text()
    field.fill("alibi")
    field.press("Enter")
    assert _ids(page)[0] == "alibi"


def test_keys_move_within_the_drawing_and_choose(built, page) -> None:
    open_page(page, built.root + "explore/")
    assert page.locator(".graph:visible .box[tabindex='0']").count() == 1
    focused = "document.activeElement.dataset.id"
    page.locator(".box[tabindex='0']:visible").focus()
    assert page.evaluate(focused) == "rope"
    places = {box["id"]: box["frame"] for box in page.evaluate(DRAWN)["boxes"]}
    page.keyboard.press("ArrowRight")
    right = page.evaluate(focused)
    assert places[right][0] > places["rope"][2]
    page.keyboard.press("ArrowDown")
    below = page.evaluate(focused)
    assert places[below][1] > places[right][1]
    page.keyboard.press("Home")
    assert page.evaluate(focused) == "rope"
    page.keyboard.press("ArrowLeft")
    chosen = page.evaluate(focused)
    assert places[chosen][2] < places["rope"][0]
    reached, waiting = {"rope"}, ["rope"]
    while waiting:
        here = waiting.pop()
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            page.locator(f".box[data-id='{here}']:visible").focus()
            page.keyboard.press(key)
            there = page.evaluate(focused)
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    assert reached == set(places)
    page.locator(f".box[data-id='{chosen}']:visible").focus()
    page.keyboard.press("Enter")
    assert f"id={chosen}" in page.url and _ids(page)[0] == chosen
    assert page.evaluate(focused) == chosen


def test_the_table_lists_what_the_drawing_has_no_room_for(built, page) -> None:
    open_page(page, built.root + "en/explore/?id=rope&kinds=method,claim")
    drawn = set(_ids(page)) - {"rope"}
    listed = page.eval_on_selector_all("table.neighbours .to-centre", "links => links.map(l => l.dataset.id)")
    assert drawn < set(listed)
    left = len(set(listed)) - len(drawn)
    assert (
        left > 100
        and f"{len(drawn)} linked entities are drawn and {left} are not" in page.locator(".said:visible").inner_text()
    )
    link = page.locator("table.neighbours tbody tr").first
    assert link.locator("a[href*='/yaml/'][href*='#L']").count() == 1
    page.locator("table.neighbours .to-centre").first.click()
    assert _ids(page)[0] == listed[0]


def test_lineage_keeps_the_kin_of_a_method(built, page) -> None:
    open_page(page, built.root + "en/explore/?view=lineage")
    assert len(_ids(page)) == 60
    page.locator(".box[data-id='alibi']:visible").click()
    assert page.url.endswith("?view=lineage&id=alibi")
    kin = set(_ids(page))
    assert {"alibi", "t5-relative-bias", "shaw-relative", "kerple", "fire", "fox"} == kin
    shown = page.eval_on_selector_all("table.descent tbody tr:not([hidden])", "rows => rows.map(r => r.dataset.child)")
    assert set(shown) == kin
    titles = page.eval_on_selector_all(".graph:not([width]) .line title", "all => all.map(t => t.textContent)")
    assert "power kernel, r2 = 1, r1 = m" in titles


def test_a_path_shows_each_step_with_its_evidence(built, page) -> None:
    open_page(page, built.root + "en/explore/?view=path&from=sinusoidal&to=yarn")
    steps = page.locator("ol.path > li")
    assert steps.count() == 2
    assert "is a parent of" in steps.nth(0).inner_text() and "RoPE" in steps.nth(0).inner_text()
    for n in range(2):
        assert steps.nth(n).locator("a.badge").count() == 1
        assert "verified by run" in steps.nth(n).inner_text()
        target = steps.nth(n).locator("a[href*='/yaml/']").get_attribute("href")
        assert "#L" in target
    page.locator("[data-view=path] button").click()
    assert page.url.endswith("?view=path&from=yarn&to=sinusoidal")
    assert "descends from" in steps.nth(0).inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_stand_out_and_the_legend_names_each_line(built, chromium, scheme: str) -> None:
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    seen: dict[str, float] = {}
    for view in VIEWS.values():
        open_page(page, built.root + "en/explore/" + view)
        legend = set(page.eval_on_selector_all(".legend:visible .line", "all => all.map(l => l.classList[1])"))
        drawn = set(page.eval_on_selector_all(".graph .line", "all => all.map(l => l.classList[1])"))
        assert drawn <= legend
        for name, ratio in page.evaluate(CONTRASTS).items():
            seen[name] = min(seen.get(name, 99), ratio)
    assert len([name for name in seen if name.startswith("line")]) == 5
    assert {name: r for name, r in seen.items() if r < (4.5 if name in ("name", "letters") else 3)} == {}
    dashes = page.eval_on_selector_all(
        ".legend .line", "all => [...new Set(all.map(l => getComputedStyle(l).strokeDasharray))]"
    )
    assert len(dashes) == 4
    context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(built, page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for name in ("two steps", "kin", "path"):
        open_page(page, built.root + "explore/" + VIEWS[name])
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run('.explorer').then(r => [r.passes.length, r.violations.map(v => v.id)])")
        assert found[0] > 10 and found[1] == []


def test_without_script_or_without_its_files_the_tables_serve(built, chromium) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(built.root + "explore/")
    assert page.locator(".drawing:visible").count() == 0
    assert page.locator("table.neighbours tbody tr:visible").count() > 60
    assert page.locator("table.descent tbody tr:visible").count() > 60
    assert page.locator("ol.path > li:visible").count() == 2
    context.close()
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/graph.json", lambda route: route.abort())
    page.goto(built.root + "explore/")
    page.locator(".explorer [role=alert]").wait_for()
    assert page.locator("table.neighbours tbody tr:visible").count() > 60
    context.close()


def test_pages_of_entities_lead_to_the_explorer(built, page) -> None:
    page.goto(built.root + "en/methods/alibi/")
    page.locator("a.explore-link").click()
    page.locator(".controls:visible").first.wait_for()
    assert page.url.endswith("/en/explore/?id=alibi") and _ids(page)[0] == "alibi"

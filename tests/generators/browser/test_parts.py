"""Parts of pages that scripts bring to life: tabs, filters, what can be copied; and what comes out on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.schema import LANGUAGES

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
METHOD, CLAIM = "methods/alibi/", "c/alibi-slopes-halve-per-head/"
VISIBLE = "e => e.checkVisibility({contentVisibilityAuto: true}) && e.getClientRects().length > 0"


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


def _shown(page, selector: str) -> bool:
    return page.locator(selector).first.evaluate(VISIBLE)


def _open_tab(page) -> str:
    chosen = page.locator("[role=tab][aria-selected=true]")
    assert chosen.count() == 1
    return chosen.get_attribute("aria-controls")


def test_tabs_are_walked_by_keyboard_and_named_in_the_address(built, page) -> None:
    page.goto(built.root + METHOD)
    assert _open_tab(page) == "overview" and _shown(page, "#formula") and not _shown(page, "#claims")
    page.locator("[role=tab]").first.focus()
    walked = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
        walked.append(_open_tab(page))
        assert page.evaluate("document.activeElement.getAttribute('aria-controls')") == walked[-1]
        assert page.url.endswith(f"#{walked[-1]}")
    assert walked == ["details", "evidence", "use", "overview", "use", "overview", "use"]
    assert page.locator("[role=tab][tabindex='0']").count() == 1
    page.reload()
    assert _open_tab(page) == "use" and _shown(page, "#run")


@pytest.mark.parametrize(("anchor", "tab"), [("claims", "evidence"), ("deep", "details"), ("laws", "evidence")])
def test_an_address_inside_a_part_opens_it(built, page, anchor: str, tab: str) -> None:
    page.goto(f"{built.root}en/{METHOD}#{anchor}")
    assert _open_tab(page) == tab
    box = page.locator(f"#{anchor}").bounding_box()
    assert box is not None and 0 <= box["y"] < 900
    page.locator("[role=tab]").first.click()
    page.evaluate("a => location.hash = a", anchor)  # the same place again, after another part was chosen
    page.wait_for_function("t => document.getElementById(t).hidden === false", arg=tab)
    assert _open_tab(page) == tab


def test_a_link_in_the_page_opens_the_part_it_leads_to(built, page) -> None:
    page.goto(built.root + METHOD)
    page.locator(".lead a[href='#laws']").click()
    assert _open_tab(page) == "evidence" and _shown(page, "#laws")
    page.locator("[role=tab]").first.click()
    page.go_back()
    page.goto(built.root + METHOD + "#laws")
    assert _shown(page, "#laws")


CONTENTS = ".md-sidebar--secondary .md-nav__link"


@pytest.mark.parametrize("by_key", [False, True])
def test_an_entry_of_the_contents_opens_the_part_it_stands_in(built, page, by_key: bool) -> None:
    page.goto(f"{built.root}en/{METHOD}")
    for anchor, tab in (("laws", "evidence"), ("formula", "overview"), ("sources", "use"), ("deep", "details")):
        entry = page.locator(f"{CONTENTS}[href='#{anchor}']")
        if by_key:
            entry.focus()
            page.keyboard.press("Enter")
        else:
            entry.click()
        page.wait_for_function("a => document.getElementById(a).checkVisibility()", arg=anchor)
        assert _open_tab(page) == tab and page.url.endswith(f"#{anchor}")
        box = page.locator(f"#{anchor}").bounding_box()
        tabs = page.locator(".depth-tabs").bounding_box()
        assert tabs["y"] + tabs["height"] <= box["y"] < 900
        # Marked are the place that is read, alone, and what lies in parts that are closed.
        page.wait_for_selector(f"{CONTENTS}[href='#{anchor}'][aria-current=location]")
        assert page.locator(f"{CONTENTS}[aria-current]").count() == 1
        marked = page.locator(CONTENTS).evaluate_all(
            "all => all.map(a => [a.hasAttribute('data-closed'), document.querySelector(a.hash).checkVisibility()])"
        )
        assert {tuple(pair) for pair in marked} == {(True, False), (False, True)}


def test_the_contents_follow_reading(built, page) -> None:
    page.goto(f"{built.root}en/{METHOD}")
    page.locator("#brief").evaluate("e => scrollBy(0, e.getBoundingClientRect().top - 60)")
    page.wait_for_selector(f"{CONTENTS}[href='#brief'][aria-current=location]")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("s => !document.querySelector(s)", arg=f"{CONTENTS}[aria-current]")


def test_without_script_and_on_paper_every_part_is_there(built, chromium, page) -> None:
    anchors = ("formula", "brief", "deep", "claims", "laws", "run", "lineage", "sources")
    plain = chromium.new_context(java_script_enabled=False).new_page()
    plain.goto(built.root + METHOD)
    for anchor in anchors:
        assert plain.locator(f"#{anchor}").is_visible()
    assert plain.locator("[role=tab], .filter, .copy-button").locator("visible=true").count() == 0
    plain.context.close()
    page.goto(built.root + METHOD)
    page.emulate_media(media="print")
    for anchor in anchors:
        assert _shown(page, f"#{anchor}"), anchor
    assert _shown(page, "details.runs table.laws tbody tr")
    assert not _shown(page, ".depth-tabs")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_white_and_its_words_are_dark(built, chromium, scheme: str) -> None:
    context = chromium.new_context(color_scheme=scheme)
    page = context.new_page()
    page.goto(built.root + METHOD)
    page.emulate_media(media="print", color_scheme=scheme)
    for selector in (".glance", "#claims .headerlink, #claims", ".claim-row .badge", ".facts a"):
        colour = page.locator(selector).last.evaluate("e => getComputedStyle(e).color")
        red, green, blue = (float(n) for n in re.findall(r"[\d.]+", colour)[:3])
        assert 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110, (selector, colour)
    context.close()


def _items(page, selector: str) -> list[tuple[str, str]]:
    pairs = page.locator(selector).evaluate_all(
        "all => all.filter(e => e.getClientRects().length).map(e => [e.dataset.verdict, e.dataset.kind])"
    )
    return [tuple(pair) for pair in pairs]


@pytest.mark.parametrize(
    ("address", "items"),
    [
        ("document/principles/", "article.claim"),
        ("c/", ".claim-list li[data-verdict]"),
        ("document/", ".statement-list li"),
    ],
)
def test_filters_show_what_is_asked_and_keep_it_in_the_address(built, page, address: str, items: str) -> None:
    page.goto(built.root + "en/" + address)
    everything = _items(page, items)
    page.locator(".filter button[data-value=contradicted]").click()
    page.locator(".filter button[data-value=imprecise]").click()
    expected = [item for item in everything if item[0] in ("contradicted", "imprecise")]
    assert _items(page, items) == expected != everything
    page.locator(".filter button[data-value=property]").click()
    expected = [item for item in expected if item[1] == "property"]
    assert _items(page, items) == expected != []
    counts = [int(n) for n in re.findall(r"\d+", page.locator(".filter [role=status]").inner_text())]
    assert counts == [len(expected), len(everything)]
    query = page.url.partition("?")[2]
    assert set(query.split("&")) == {"verdict=imprecise,contradicted", "kind=property"}
    page.reload()
    assert _items(page, items) == expected
    page.goto(f"{built.root}{address}?{query}")  # the choice means the same in another language
    assert sorted(_items(page, items)) == sorted(expected)  # lists by name stand in another order
    page.locator(".filter-clear").click()
    assert sorted(_items(page, items)) == sorted(everything)
    assert "?" not in page.url


def test_filters_know_sections_and_hide_what_is_empty(built, page) -> None:
    page.goto(built.root + "en/document/?section=principles&verdict=nonsense")
    sections = page.locator(".statement-list li:visible").evaluate_all("all => all.map(e => e.dataset.section)")
    assert set(sections) == {"principles"} and page.locator("section[data-group]:visible").count() == 1
    page.goto(built.root + "en/c/?verdict=contradicted")
    assert page.locator("article h2:visible").count() == 1
    assert page.locator("article h2:visible").get_attribute("id") == "contradicted"


def test_a_link_to_a_hidden_statement_lifts_the_filter(built, page) -> None:
    page.goto(built.root + "en/document/principles/")
    hidden = page.locator("article.claim[data-verdict=supported]").first.get_attribute("id")
    page.goto(f"{built.root}en/document/principles/?verdict=contradicted#{hidden}")
    assert page.locator(f"#{hidden}").is_visible()
    assert "verdict" not in page.url


@pytest.mark.parametrize(("address", "target"), [(METHOD, "bibtex"), (CLAIM, "citation")])
def test_what_can_be_copied_is_copied(built, chromium, address: str, target: str) -> None:
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{built.root}en/{address}{'#use' if target == 'bibtex' else ''}")
    page.locator(f"details:has(#{target}) > summary").click()
    button = page.locator(f"button[data-copy={target}]")
    button.click()
    page.wait_for_function("b => b.textContent === b.dataset.done", arg=button.element_handle())
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator(f"#{target}").text_content().strip()
    assert copied.startswith("@inproceedings{press-" if target == "bibtex" else "“")
    context.close()


@pytest.mark.parametrize(("language", "scheme"), [*((language, "light") for language in LANGUAGES), ("en", "dark")])
def test_the_cheat_sheet_is_one_page_of_paper(built, chromium, language: str, scheme: str) -> None:
    context = chromium.new_context(color_scheme=scheme)
    page = context.new_page()
    page.goto(built.root + FOLDER_OF_LANGUAGE[language] + "cheat-sheet/")
    for by_sheet in (True, False):
        paper = page.pdf(format="A4", prefer_css_page_size=by_sheet)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
        width, height = (float(n) for n in re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", paper).groups())
        assert (width, height) == pytest.approx((595.3, 841.9), abs=1.5)  # A4 in points
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 733, "height": 1062})  # A4 without margins of 8 mm, at 96 dots an inch
    table = page.locator("table.cheat")
    assert table.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth")
    assert table.locator("tbody tr").evaluate_all(f"all => all.every({VISIBLE})")
    context.close()


@pytest.mark.parametrize(
    ("address", "scheme"),
    [
        (METHOD + "#evidence", "dark"),
        (METHOD + "#use", "light"),
        (CLAIM, "dark"),
        ("document/", "light"),
        ("document/principles/", "dark"),
        ("open/", "light"),
        ("open/", "dark"),
        ("cheat-sheet/", "light"),
    ],
)
def test_axe_finds_nothing_in_the_article(built, chromium, address: str, scheme: str) -> None:
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 390, "height": 780}, bypass_csp=True)
    page = context.new_page()
    page.goto(built.root + "en/" + address)
    page.evaluate("document.querySelectorAll('article details').forEach(d => d.open = true)")
    page.add_script_tag(path=str(AXE))
    found = page.evaluate(
        "async () => (await axe.run({include: ['article.md-content__inner'], exclude: ['.katex']}, {resultTypes:"
        " ['violations']})).violations.map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 200))])"
    )
    assert found == []
    context.close()

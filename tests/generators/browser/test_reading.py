"""The site in a real browser: what is asked for, what is said to the console, and whether it can be read."""

from __future__ import annotations

import pytest

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.schema import LANGUAGES

from .opening import open_page

TEMPLATES = {
    "home": "",
    "topic": "topic/",
    "methods": "methods/",
    "method": "methods/rope/",
    "claim": "c/alibi-slopes-halve-per-head/",
    "claims": "c/",
    "document": "document/",
    "section": "document/principles/",
    "comparison": "compare/approaches-compared/",
    "timeline": "timeline/",
    "index": "metrics/",
    "metric": "metrics/extrapolation-decay/",
    "chain": "chain/",
    "market": "market/",
    "company": "companies/meta/",
    "thesis": "theses/technical-moat/",
    "misconception": "misconceptions/encoding-is-a-minor-trick/",
    "lesson": "learn/learn-rope/",
    "sources": "sources/",
    "paper": "papers/su-2021/",
    "models": "models/",
    "model": "models/llama-3-1/",
    "glossary": "glossary/",
    "technique": "techniques/flashattention/",
    "explorer": "explore/",
    "any methods": "compare/methods/",
    "plots": "plots/",
    "wavelengths": "plots/wavelengths/",
    "alibi plot": "plots/alibi/",
    "buckets": "plots/t5-buckets/",
    "rotation": "plots/rotation/",
    "changes": "changes/",
    "score": "plots/score/",
    "bf16": "plots/bf16-positions/",
    "heat maps": "plots/heat-maps/",
    "choices": "choose/",
    "reference": "reference/",
    "open": "open/",
    "cheat sheet": "cheat-sheet/",
}
WITHOUT_SCRIPT = ("home", "topic", "method", "claim", "section", "comparison", "company")
RAW_LATEX = r"/\\(frac|theta|cdot|sqrt|begin|left|mathrm|omega|dots)\b|\$[^$]+\$/"
INK = ".badge, .status, .word, .cite, .counts li, .disclaimer, .statement, small, .claim dt, .md-tabs__link"
CONTRASTS = """selector => {
  const canvas = document.createElement('canvas'), known = new Map();
  const context = canvas.getContext('2d', {willReadFrequently: true});
  const colour = text => {
    if (!known.has(text)) {
      context.clearRect(0, 0, 1, 1); context.fillStyle = text; context.fillRect(0, 0, 1, 1);
      known.set(text, [...context.getImageData(0, 0, 1, 1).data].map((v, i) => i == 3 ? v / 255 : v));
    }
    return known.get(text);
  };
  const over = (top, below) => below.map((c, i) => top[i] * top[3] + c * (1 - top[3]));
  const part = c => c / 255 <= .03928 ? c / 255 / 12.92 : ((c / 255 + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
  const worst = {}, seen = new Map();
  for (const element of document.querySelectorAll(selector)) {
    const name = element.className || element.tagName, style = getComputedStyle(element);
    if (seen.get(name) > 40) continue;  // the same kind of thing many times on one page
    seen.set(name, (seen.get(name) ?? 0) + 1);
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(colour(getComputedStyle(e).backgroundColor));
    const behind = layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
    const [a, b] = [light(over(colour(style.color), behind)), light(behind)].sort((x, y) => y - x);
    worst[name] = Math.min(worst[name] ?? 99, (a + .05) / (b + .05));
  }
  return worst;
}"""


def _listening(page, root: str) -> list[str]:
    """What goes wrong on a page from now on: console errors, exceptions, failed and foreign requests."""
    said: list[str] = []
    page.on("console", lambda m: said.append(f"console: {m.text}") if m.type == "error" else None)
    page.on("pageerror", lambda error: said.append(f"exception: {error}"))
    page.on("response", lambda r: said.append(f"{r.status}: {r.url}") if r.status >= 400 else None)
    page.on(
        "request",
        lambda r: said.append(f"elsewhere: {r.url}") if not r.url.startswith((root, "data:", "blob:")) else None,
    )
    return said


def _width(page) -> int:
    return page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", TEMPLATES)
def test_each_template_reads_well_and_asks_nobody_else(built, chromium, language: str, template: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 780}, reduced_motion="reduce")
    page = context.new_page()
    said = _listening(page, built.root)
    open_page(page, built.root + FOLDER_OF_LANGUAGE[language] + TEMPLATES[template])
    assert page.evaluate("document.documentElement.lang") == language
    assert _width(page) <= 390
    page.set_viewport_size({"width": 320, "height": 700})
    assert _width(page) <= 320
    page.set_viewport_size({"width": 1280, "height": 900})
    assert _width(page) <= 1280
    text = page.locator("article.md-content__inner").inner_text()
    assert len(text) > 100
    assert page.evaluate(f"t => ({RAW_LATEX}.exec(t) || [''])[0]", text) == ""
    assert said == []
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_badges_and_small_words_stand_out(built, chromium, language: str, scheme: str) -> None:
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    found: dict[str, float] = {}
    for template in ("home", "section", "method", "company", "claims"):
        page.goto(built.root + FOLDER_OF_LANGUAGE[language] + TEMPLATES[template])
        assert page.evaluate("document.body.dataset.mdColorScheme") == ("slate" if scheme == "dark" else "default")
        for name, contrast in page.evaluate(CONTRASTS, INK).items():
            found[name] = min(found.get(name, 99), contrast)
    assert {name.split()[0] for name in found} >= {"badge", "status", "word", "cite", "disclaimer"}
    assert {name: round(c, 2) for name, c in found.items() if c < 4.5} == {}
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", WITHOUT_SCRIPT)
def test_pages_can_be_read_without_script(built, chromium, language: str, template: str) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 780})
    page = context.new_page()
    page.goto(built.root + FOLDER_OF_LANGUAGE[language] + TEMPLATES[template])
    article = page.locator("article.md-content__inner")
    assert len(article.inner_text()) > 300
    assert article.locator(".badge, .cite, .counts li").first.is_visible()
    if template in ("method", "claim", "section"):
        assert article.locator(".maths .katex-html").first.is_visible()
    if template == "comparison":
        assert all(badge.is_visible() for badge in article.locator("td .badge").all())
    context.close()


@pytest.mark.parametrize("address", ["", "methods/rope/", "document/market/"])
def test_the_language_switch_keeps_the_page(built, chromium, address: str) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(built.root + address)
    for language in ("en", "zh-Hans", "zh-Hant"):
        page.locator(".md-header .md-select").hover()
        page.locator(f".md-header a.md-select__link[hreflang='{language}']").click()
        page.wait_for_load_state()
        assert page.url == built.root + FOLDER_OF_LANGUAGE[language] + address
        assert page.evaluate("document.documentElement.lang") == language
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_of_home_on_a_phone(built, chromium, language: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 780})
    page = context.new_page()
    page.goto(built.root + FOLDER_OF_LANGUAGE[language])
    for part in (".glance", ".brief", ".counts", ".counted time"):
        box = page.locator(f".home {part}").first.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 780, part
    assert page.locator(".home .maths").count() == 0
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_opens_on_a_phone(built, chromium, language: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 780})
    page = context.new_page()
    page.goto(built.root + FOLDER_OF_LANGUAGE[language] + "c/alibi-slopes-halve-per-head/")
    page.locator("label.md-header__button[for='__drawer']").click()
    link = page.locator(".md-nav--primary > .md-nav__list > .md-nav__item a.md-nav__link").first
    link.wait_for(state="visible")
    link.click()
    page.wait_for_load_state()
    assert page.url == built.root + FOLDER_OF_LANGUAGE[language]
    context.close()


def test_a_missing_page_says_so_and_leads_home(built, chromium) -> None:
    context = chromium.new_context()
    page = context.new_page()
    answer = page.goto(built.root + "no/such/page/")
    assert answer.status == 404
    page.locator("article a").first.click()
    page.wait_for_load_state()
    assert page.url == built.root
    context.close()


def test_a_line_of_yaml_is_shown(built, chromium) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 780})
    page = context.new_page()
    said = _listening(page, built.root)
    page.goto(built.root + "compare/approaches-compared/")
    page.locator("td a.to-yaml").first.click()
    page.wait_for_load_state()
    shown = page.locator("li:target")
    assert "method:" in shown.inner_text()
    assert _width(page) <= 390
    assert said == []
    context.close()


@pytest.mark.parametrize(
    ("folder", "words", "found"),
    [
        ("", "旋轉位置編碼", "methods/rope/"),
        ("en/", "ALiBi", "en/methods/alibi/"),
        ("zh-Hans/", "RoPE", "methods/rope/"),
    ],
)
def test_the_search_finds_the_method_first(built, chromium, folder: str, words: str, found: str) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    said = _listening(page, built.root)
    page.goto(built.root + folder)
    page.locator(".md-search__form").click()
    page.locator(".md-search__input").press_sequentially(words, delay=20)
    first = page.locator(".md-search-result__link").first
    first.wait_for(state="attached")
    assert first.get_attribute("href").split("?")[0].split("#")[0].endswith(found)
    assert said == []
    context.close()

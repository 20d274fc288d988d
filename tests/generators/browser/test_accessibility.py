"""Accessibility: what axe finds, and what prints. What the keyboard reaches stands in test_keyboard.py."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.schema import LANGUAGES

from .opening import open_page
from .test_reading import TEMPLATES

ROOT = Path(__file__).parents[3]
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules whose outcome depends on the scheme
SHORTENED = """() => {
  for (const formula of document.querySelectorAll('.katex')) formula.replaceWith('x');
  for (const more of document.querySelectorAll(
    'li:nth-child(n+30), tr:nth-child(n+20), article.claim:nth-of-type(n+10)')) more.remove();
}"""
OPTIONS = {
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}},  # 24 pixels, or room around
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}


@cache
def _axe() -> str:
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def _violations(page, options: dict) -> list[str]:
    """What axe finds."""
    found = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{rule['id']}: {[node['target'] for node in rule['nodes'][:3]]} {rule['nodes'][0]['failureSummary'][:200]}"
        for rule in found
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", TEMPLATES)
def test_axe_finds_nothing_in_either_scheme(built, chromium, language: str, template: str) -> None:
    """Formulas are left out, for KaTeX gives them to readers as MathML, and of long lists and tables what follows the
    first dozens, which one macro wrote like these: axe takes time with the square of what is there."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 900}, reduced_motion="reduce", bypass_csp=True, color_scheme="light"
    )
    page = context.new_page()
    open_page(page, built.root + FOLDER_OF_LANGUAGE[language] + TEMPLATES[template])
    page.evaluate(SHORTENED)
    page.evaluate(_axe())
    assert page.evaluate("document.body.dataset.mdColorScheme") == "default"
    assert _violations(page, OPTIONS) == []
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")  # as the theme's button does
    assert _violations(page, {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": COLOURS}}) == []
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", ["method", "claim", "section"])
def test_a_printed_page_holds_the_text_and_not_the_menus(built, chromium, language: str, template: str) -> None:
    page = chromium.new_page()
    page.goto(built.root + FOLDER_OF_LANGUAGE[language] + TEMPLATES[template])
    page.emulate_media(media="print")
    for part in (".md-header", ".md-tabs", ".md-sidebar", ".md-footer"):
        assert page.locator(part).first.is_hidden(), part
    hidden = page.evaluate(
        "() => [...document.querySelectorAll('article h2, article h3, article p')]"
        ".filter(e => !e.closest('.depths, .yaml, .filter, .cite-claim, .report, [popover]') && !e.checkVisibility())"
        ".map(e => e.outerHTML.slice(0, 100))"
    )
    assert hidden == []
    page.close()

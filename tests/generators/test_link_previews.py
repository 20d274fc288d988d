"""What links show before they are followed, against the pages that they lead to."""

from __future__ import annotations

import json

import lxml.html
import pytest

import posatlas
from posatlas.generators.addresses import SHOWN_TERMS
from posatlas.generators.link_previews import PARTS, part_of
from posatlas.generators.page import Page
from posatlas.generators.site import ICONS
from posatlas.schema import LANGUAGES

Pages = dict[str, dict[str, str]]


def _files(page_lists: dict[str, list[Page]], language: str, address: str) -> dict[str, dict]:
    page = next(page for page in page_lists[language] if page.address == address)
    return {name: json.loads(content) for name, content in page.beside.items() if name.startswith("previews")}


def _said(element: lxml.html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _tree(markdown: str) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(f"<div>{markdown.split(chr(10) + '---' + chr(10), 1)[1]}</div>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_method_is_previewed_by_what_its_page_says(
    atlas: posatlas.Atlas, page_lists: dict[str, list[Page]], markdown: Pages, language: str
) -> None:
    (file,) = _files(page_lists, language, "methods/").values()
    assert set(file["of"]) == {method.id for method in atlas.of("method")}
    compared = 0
    for identifier, (name, text, verdicts) in file["of"].items():
        tree = _tree(markdown[language][f"methods/{identifier}/"])
        assert _said(tree.xpath("//h1")[0]) == name
        glance = tree.xpath("//p[@id='glance']")[0]
        if not glance.xpath(".//span[contains(@class, 'maths')]"):
            assert _said(glance) == text
            compared += 1
        shown = tree.xpath("//ul[contains(@class, 'counts')]/li")
        counts = [(_said(item.xpath(".//span[@class='number']")[0]), _said(item)) for item in shown]
        expected = [(str(count), file["words"][verdict]) for verdict, count in verdicts]
        found = [(number, words.removeprefix(number).strip()) for number, words in counts if number != "0"]
        assert found == expected, identifier
    assert compared > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claim_is_previewed_by_its_statement_and_verdict(
    atlas: posatlas.Atlas, page_lists: dict[str, list[Page]], markdown: Pages, language: str
) -> None:
    files = _files(page_lists, language, "c/")
    assert set(files) == {f"previews-{number}.json" for number in range(PARTS)}
    held = [identifier for file in files.values() for identifier in file["of"]]
    assert sorted(held) == sorted(claim.id for claim in atlas.of("claim"))
    compared = 0
    for claim in atlas.of("claim"):
        file = files[f"previews-{part_of(claim.id)}.json"]
        _, text, verdicts = file["of"][claim.id]
        assert verdicts == [[claim.verdict, 0]]
        assert file["words"][claim.verdict].startswith(ICONS[claim.verdict])
        heading = _tree(markdown[language][f"c/{claim.id}/"]).xpath("//h1")[0]
        if not heading.xpath(".//span[contains(@class, 'maths')]"):
            assert _said(heading).startswith(text), claim.id
            compared += 1
    assert compared > 400


def test_parts_of_claims_are_about_alike(atlas: posatlas.Atlas) -> None:
    sizes = [sum(part_of(claim.id) == number for claim in atlas.of("claim")) for number in range(PARTS)]
    assert max(sizes) < 2 * len(atlas.of("claim")) / PARTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_is_previewed_by_its_row_of_the_glossary(
    atlas: posatlas.Atlas, page_lists: dict[str, list[Page]], markdown: Pages, language: str
) -> None:
    (file,) = _files(page_lists, language, "glossary/").values()
    tree = _tree(markdown[language]["glossary/"])
    assert set(file["of"]) == {term.id for term in atlas.of("term") if term.role in SHOWN_TERMS}
    for identifier, (name, text, verdicts) in file["of"].items():
        row = tree.xpath(f"//tr[@id='{identifier}']")[0]
        assert name in [_said(cell) for cell in row.xpath("./*")]
        if not row.xpath(".//span[contains(@class, 'maths')]"):
            assert text in _said(row)
        assert sum(count for _, count in verdicts) == len(row.xpath(".//a[contains(@class, 'badge')]"))

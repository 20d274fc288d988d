"""Claims: how they are cited, reported and filtered."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import parse_qs, urlsplit

import lxml.html
import pytest

import posatlas
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, address
from posatlas.generators.page import Page
from posatlas.generators.reporting import citation, report
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES

Pages = dict[str, dict[str, str]]


def _tree(markdown: str) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(f"<div>{markdown.split(chr(10) + '---' + chr(10), 1)[1]}</div>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claim_is_cited_by_id_verdict_day_and_address(
    atlas: posatlas.Atlas, sites: dict[str, Site], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_URL", "https://atlas.example/pe")
    site = sites[language]
    dated = 0
    for claim in atlas.of("claim"):
        line = citation(site, claim)
        assert "\n" not in line and "$" not in line and "\\" not in line
        assert line.endswith(f"https://atlas.example/pe/{FOLDER_OF_LANGUAGE[language]}c/{claim.id}/")
        assert claim.id in line and site.word(f"verdict-{claim.verdict}") in line
        days = {run.record.date for run in site.verified(claim) if run.record}
        assert set(re.findall(r"20\d\d-\d\d-\d\d", line.split("PosAtlas")[1])) == ({max(days)} if days else set())
        dated += bool(days)
    assert dated > 300


def test_a_report_fills_in_the_form_of_the_repository(
    atlas: posatlas.Atlas, sites: dict[str, Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPO_URL", "https://code.example/some/atlas")
    monkeypatch.setenv("SITE_URL", "https://atlas.example/")
    for language in LANGUAGES:
        claim = atlas["alibi-slopes-halve-per-head"]
        made = report(sites[language], claim)
        parts = urlsplit(made.url)
        assert made.url.startswith("https://code.example/some/atlas/issues/new?")
        query = parse_qs(parts.query, strict_parsing=True)
        assert query["title"] == [made.title] and claim.id in made.title
        body = query["body"][0]
        where = f"https://atlas.example/{FOLDER_OF_LANGUAGE[language]}c/{claim.id}/"
        verdict = sites[language].word(f"verdict-{claim.verdict}")
        for part in (claim.id, where, verdict, language, atlas.path_of[claim.id]):
            assert part in body


def test_without_a_repository_the_report_is_a_text_to_copy(
    sites: dict[str, Site], page_lists: dict[str, list[Page]], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = next(p for p in page_lists["en"] if p.address == address("claim", "alibi-slopes-halve-per-head"))
    tree = _tree(sites["en"].render(page))
    text = tree.xpath("//details[@class='report']/pre")[0].text_content()
    assert "alibi-slopes-halve-per-head" in text and "conditional" in text
    assert not [href for href in tree.xpath("//a/@href") if "issues/new" in href]
    assert set(tree.xpath("//button/@data-copy")) <= set(tree.xpath("//@id"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_filters_offer_what_is_there_and_count_it(atlas: posatlas.Atlas, markdown: Pages, language: str) -> None:
    filtered = 0
    for place, text in markdown[language].items():
        tree = _tree(text)
        boxes = tree.xpath("//div[@class='filter']")
        if not boxes:
            continue
        filtered += 1
        items = {
            "article.claim": "//article[contains(@class, 'claim')]",
            ".claim-list li": "//div[contains(@class, 'claim-list')]//li",
            ".statement-list li": "//ul[@class='statement-list']/li",
        }[boxes[0].get("data-items")]
        for group in boxes[0].xpath(".//fieldset"):
            facet = group.get("data-facet")
            offered = {b.get("data-value"): int(b.xpath("./span[@class='n']/text()")[0]) for b in group.iter("button")}
            assert offered == Counter(item.get(f"data-{facet}") for item in tree.xpath(items)), (place, facet)
        assert boxes[0].get("hidden") is not None
        assert {"{shown}", "{all}"} <= set(re.findall(r"\{\w+\}", boxes[0].get("data-shown")))
    assert filtered == 2 + len([1 for place in markdown[language] if re.fullmatch("document/.+/", place)])

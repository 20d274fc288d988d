"""Method pages: their parts, what was measured, their sources, and links that depend on the repository."""

from __future__ import annotations

import re
from pathlib import Path

import lxml.html
import pytest
import yaml

import posatlas
from posatlas.generators.addresses import address
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]
EVIDENCE = ROOT / "kb" / "evidence"
PARTS = {
    "overview": {"enters-at", "formula", "scores", "figure", "brief"},
    "details": {"deep", "hyper-parameters", "conventions"},
    "evidence": {"claims", "laws", "mutants"},
    "use": {"run", "lineage", "sources"},
}


def _tree(markdown: str) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(f"<div>{markdown.split(chr(10) + '---' + chr(10), 1)[1]}</div>")


def _records() -> dict[str, list[dict]]:
    """Rows of the evidence files, by claim."""
    found: dict[str, list[dict]] = {}
    for file in sorted(EVIDENCE.glob("*.yml")):
        for row in yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            found.setdefault(row["claim"], []).append(row)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_heading_stands_in_its_part(
    atlas: posatlas.Atlas, markdown: dict[str, dict[str, str]], language: str
) -> None:
    for method in atlas.of("method"):
        text, part, seen = markdown[language][address("method", method.id)], "", []
        for match in re.finditer(r'^<div class="depth" id="([a-z]+)"|^## .*\{#([a-z-]+)\}$', text, re.M):
            part = match[1] or part
            if match[2]:
                assert match[2] in PARTS[part], (method.id, match[2])
            else:
                seen.append(part)
        assert seen == [name for name in PARTS if name != "details" or "details" in seen]
        assert ("details" in seen) == bool(method.deep or method.hyper_parameters or method.conventions)
        names = [mark.get("data-name") for mark in _tree(text).xpath("//div[@class='depth']")]
        assert len(set(names)) == len(names) and all(names)


def test_claims_show_a_value_that_was_recorded(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: dict[str, dict[str, str]]
) -> None:
    records, shown = _records(), 0
    for method in atlas.of("method"):
        tree = _tree(markdown["en"][address("method", method.id)])
        for row in tree.xpath("//li[contains(@class, 'claim-row')]"):
            claim = row.xpath(".//a[contains(@class, 'badge')]/@href")[0].rstrip("/").split("/")[-1]
            lines = row.xpath("./p[@class='row-run']")
            assert len(lines) == (1 if claim in records else 0), claim
            if lines:
                value = lines[0].xpath("./span[@class='number']")[0].text_content()
                recorded = {_text(sites["en"].value(record["measured"])) for record in records[claim]}
                assert value in recorded, claim
                assert lines[0].xpath(".//time/text()")[0] in {record["date"] for record in records[claim]}
                shown += 1
    assert shown > 500


def _text(html: object) -> str:
    return lxml.html.fromstring(f"<p>{html}</p>").text_content()


def test_the_day_of_the_newest_record_is_shown(atlas: posatlas.Atlas, markdown: dict[str, dict[str, str]]) -> None:
    records = _records()
    for method in atlas.of("method"):
        laws = yaml.safe_load((EVIDENCE / "laws" / f"{method.id}.yml").read_text(encoding="utf-8"))["rows"]
        days = {row["date"] for row in laws}
        days |= {row["date"] for claim in atlas.claims(about=method.id) for row in records.get(claim.id, ())}
        terms = _tree(markdown["en"][address("method", method.id)]).xpath("//dl[@class='facts']/dt")
        shown = next(term.getnext() for term in terms if term.text_content() == "Last verified")
        assert shown.text_content() == max(days)


def test_sources_and_bibtex_name_the_papers_that_introduced_a_method(
    atlas: posatlas.Atlas, markdown: dict[str, dict[str, str]]
) -> None:
    with_entry = 0
    for method in atlas.of("method"):
        tree = _tree(markdown["en"][address("method", method.id)])
        listed = [a.split("/")[-2] for a in tree.xpath("//ul[@class='method-sources']//a/@href") if "papers/" in a]
        cited = {r.paper for claim in atlas.claims(about=method.id) for r in claim.according_to if r.paper}
        cited |= {f.source.paper for f in method.formulas if f.source and f.source.paper}
        assert set(listed) == cited | ({method.introduced_by} if method.introduced_by else set())
        assert len(listed) == len(set(listed))
        entries = re.findall(r"^@\w+\{(.+),$", "".join(tree.xpath("//pre[@id='bibtex']//text()")), re.M)
        introduced = {p.id for p in atlas.of("paper") if method.id in p.introduces}
        if method.introduced_by:
            assert listed[0] == method.introduced_by == entries[0]
            assert set(entries) == introduced | {method.introduced_by}
            with_entry += 1
    assert with_entry > 40


def test_the_yaml_can_be_edited_where_a_repository_is_named(
    sites: dict[str, Site], page_lists: dict[str, list[Page]], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = next(page for page in page_lists["en"] if page.address == "methods/rope/")
    monkeypatch.delenv("REPO_URL", raising=False)
    assert _tree(sites["en"].render(page)).xpath("//a[@class='edit']") == []
    monkeypatch.setenv("REPO_URL", "https://code.example/some/atlas/")
    links = _tree(sites["en"].render(page)).xpath("//a[@class='edit']/@href")
    assert links == ["https://code.example/some/atlas/edit/main/kb/methods/rope.yml"]
    monkeypatch.setenv("REPO_URL", "javascript:alert(1)")
    with pytest.raises(ValueError, match="REPO_URL is 'javascript"):
        sites["en"].render(page)

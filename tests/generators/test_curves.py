"""Pages of curves: what their scripts draw and what their tables show are the recorded numbers, in every language."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import lxml.html
import pytest

from posatlas.curve_figures import read_curves
from posatlas.generators.pages.curves import CURVES
from posatlas.schema import LANGUAGES

FOLDER = Path(__file__).parents[2] / "kb" / "evidence" / "figures"
NAMES = [curves.name for curves in CURVES]


def _page(markdown: dict[str, dict[str, str]], language: str, name: str) -> lxml.html.HtmlElement:
    body = markdown[language][f"plots/{name}/"].split("\n---\n", 1)[1]
    return lxml.html.fromstring(f"<div>{body}</div>")


def _number(text: str) -> float:
    digits, _, power = text.replace(",", "").replace("−", "-").partition(" × 10")
    return float(digits) * 10 ** float(power or 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_charts_and_tables_hold_the_record(markdown: dict, language: str, name: str) -> None:
    record, tree = read_curves(FOLDER / f"{name}.yml"), _page(markdown, language, name)
    drawn: dict[str, list[float]] = {}
    for figure in tree.xpath("//figure[@data-curves]"):
        data = json.loads(figure.get("data-curves"))
        assert data["at"] == list(record.at)
        assert [box.get("value") for box in figure.xpath(".//input[@type='checkbox']")] == list(data["lines"])
        assert figure.xpath("./div[@role='img']/@aria-label") == figure.xpath("./figcaption/text()")
        drawn |= data["lines"]
    assert drawn == {line: list(values) for line, values in record.curves.items()}
    short, every = tree.xpath("//table[thead/tr/th[last()-1] and count(thead/tr/th) = $n]", n=len(drawn) + 1)
    assert [_number(cell.text_content()) for cell in every.xpath("./tbody/tr/th")] == list(record.at)
    for place, row in enumerate(every.xpath("./tbody/tr")):
        shown = [_number(cell.text_content()) for cell in row.xpath("./td")]
        assert shown == pytest.approx([values[place] for values in drawn.values()], rel=1e-3, abs=1e-12)
    rows = {row.xpath("string(./th)"): row.text_content() for row in every.xpath("./tbody/tr")}
    assert all(rows[row.xpath("string(./th)")] == row.text_content() for row in short.xpath("./tbody/tr"))
    (curves,) = (curves for curves in CURVES if curves.name == name)
    assert len(short.xpath("./tbody/tr")) == len(curves.rows) <= len(record.at)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_claims_stand_with_their_verdict(markdown: dict, language: str, name: str) -> None:
    (curves,) = (curves for curves in CURVES if curves.name == name)
    tree = _page(markdown, language, name)
    badges = tree.xpath("//ul[@class='claim-rows']//a[contains(@class, 'badge')]/@href")
    assert [badge.strip("./").split("/")[-1] for badge in badges] == list(curves.claims)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_plots_are_light(markdown: dict, language: str) -> None:
    for name, most in (*((name, 40_000) for name in NAMES), ("heat-maps", 100_000)):
        assert len(gzip.compress(markdown[language][f"plots/{name}/"].encode())) < most, name

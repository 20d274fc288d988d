"""The timeline holds every event, every method with a paper that introduces it, and every model, each at its date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lxml.html
import pytest
import yaml

from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]


def _files(kind: str) -> dict[str, dict[str, Any]]:
    return {
        f.stem: yaml.load(f.read_text(encoding="utf-8"), yaml.CSafeLoader) for f in (ROOT / "kb" / kind).glob("*.yml")
    }


def _tree(markdown: dict[str, dict[str, str]], language: str) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(f"<div>{markdown[language]['timeline/'].split('---', 2)[2]}</div>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_methods_stand_at_their_papers_and_models_at_their_release(
    markdown: dict[str, dict[str, str]], language: str
) -> None:
    methods, papers, models = _files("methods"), _files("papers"), _files("models")
    expected = {
        f"../methods/{name}/": (str(papers[method["introduced_by"]]["first_published"]), method["family"])
        for name, method in methods.items()
        if method.get("introduced_by")
    }
    expected |= {f"../models/{name}/": (str(model["released"]), "models") for name, model in models.items()}
    tree = _tree(markdown, language)
    rows = tree.xpath("//table[contains(@class, 'time-entries')]/tbody/tr")
    found = {row.xpath("./th/a/@href")[0]: (row.get("data-date"), row.get("data-lane")) for row in rows}
    assert found == expected and len(rows) == len(expected)
    assert [row.get("data-date") for row in rows] == sorted(date for date, _ in expected.values())
    assert all(row.xpath("./td/time")[0].text == row.get("data-date") for row in rows)
    without = {f"../methods/{name}/" for name, method in methods.items() if not method.get("introduced_by")}
    (table,) = tree.xpath("//div[table[contains(@class, 'time-entries')]]")
    assert set(table.xpath("./following-sibling::p[1]/a/@href")) == without != set()


def test_events_stand_in_the_lane_of_what_they_brought(markdown: dict[str, dict[str, str]]) -> None:
    methods, events = _files("methods"), _files("events")
    items = {item.get("id"): item for item in _tree(markdown, "en").xpath("//ol[@class='timeline']/li")}
    assert set(items) == set(events)
    assert [item.get("data-date") for item in items.values()] == sorted(str(e["date"]) for e in events.values())
    told = 0
    for name, event in events.items():
        concerned = event["methods"]
        brought = [m for m in concerned if event.get("paper") and methods[m].get("introduced_by") == event["paper"]]
        lane = methods[(brought or concerned)[0]]["family"] if concerned else "other"
        assert items[name].get("data-lane") == lane, name
        assert ("data-told" in items[name].attrib) == bool(brought), name
        told += bool(brought)
    assert 0 < told < len(events)


def test_an_event_left_to_its_method_has_the_method_in_its_lane_and_month(markdown: dict[str, dict[str, str]]) -> None:
    """Else the drawing, which shows the method in place of the event, would lose the event under a filter."""
    tree, methods = _tree(markdown, "en"), _files("methods")
    places = {
        row.xpath("./th/a/@href")[0]: (row.get("data-date")[:7], row.get("data-lane"))
        for row in tree.xpath("//table[contains(@class, 'time-entries')]/tbody/tr")
    }
    events = _files("events")
    for item in tree.xpath("//ol[@class='timeline']/li[@data-told]"):
        paper = events[item.get("id")]["paper"]
        shown = {places[f"../methods/{name}/"] for name, m in methods.items() if m.get("introduced_by") == paper}
        assert (item.get("data-date")[:7], item.get("data-lane")) in shown, item.get("id")

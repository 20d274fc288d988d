"""The timeline: events year by year, and beside them when methods were first published and models released."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.schema import Event, Method, Paper

__all__ = ["LANES", "Entry", "brought", "entries", "lane_of", "pages"]

LANES: Final = ("absolute", "relative", "rotary", "extension", "remapping", "none", "models", "other")


class Entry(NamedTuple):
    """A method or a model on the timeline; `date` is a month, or a day."""

    date: str
    identifier: str
    lane: str


def brought(event: Event, site: Site) -> list[Method]:
    """Those of an event's methods that its paper introduces."""
    methods = (site.atlas[identifier] for identifier in event.methods)
    return [m for m in methods if isinstance(m, Method) and event.paper and m.introduced_by == event.paper]


def lane_of(event: Event, site: Site) -> str:
    """The lane of an event: the family of the first method that it brings, or of its first method, or `other`."""
    methods = [*brought(event, site), *(site.atlas[identifier] for identifier in event.methods)]
    return next((method.family for method in methods if isinstance(method, Method)), "other")


def entries(site: Site) -> list[Entry]:
    """Methods by the first publication of the paper that introduces them, and models by their release."""
    found = []
    for method in site.atlas.of("method"):
        if method.introduced_by:
            paper = site.atlas[method.introduced_by]
            assert isinstance(paper, Paper)
            found.append(Entry(paper.first_published, method.id, method.family))
    found += [Entry(model.released, model.id, "models") for model in site.atlas.of("model")]
    return sorted(found)


def pages(site: Site) -> Iterator[Page]:
    """The page of the timeline."""
    events = sorted(site.atlas.of("event"), key=lambda event: (event.date, event.id))
    years = [(year, list(members)) for year, members in groupby(events, key=lambda event: event.date[:4])]
    context = {
        "years": years,
        "lane_of": {event.id: lane_of(event, site) for event in events},
        "told": {event.id for event in events if brought(event, site)},
        "entries": entries(site),
        "undated": [method.id for method in site.atlas.of("method") if not method.introduced_by],
        "lanes": LANES,
    }
    title, about = site.word("timeline"), site.word("door-timeline")
    yield Page("timeline/", "timeline.md.j2", title, context, about, wide=True, scripts=("timeline",))

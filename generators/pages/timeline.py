"""The timeline: events told year by year, with the methods and models of each year."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.generators.moments import LANES, lanes_of, moments
from posatlas.generators.site import Page, Site


def pages(site: Site) -> Iterator[Page]:
    """The page of the timeline."""
    atlas = site.atlas
    events = sorted(atlas.of("event"), key=lambda event: (event.date, event.id))
    points = moments(atlas)
    years = [
        (
            year,
            [(event, lanes_of(atlas, event)) for event in events if event.date[:4] == year],
            [moment for moment in points if moment.date[:4] == year and moment.lane != "other"],
        )
        for year in sorted({moment.date[:4] for moment in points} | {event.date[:4] for event in events})
    ]
    dated = {moment.entity.id for moment in points}
    context = {
        "years": years,
        "lanes": [(lane, _lane(site, lane)) for lane in LANES],
        "short": short,
        "undated": [method for method in atlas.of("method") if method.id not in dated],
    }
    title, about = site.word("timeline"), site.word("door-timeline")
    yield Page("timeline/", "timeline.md.j2", title, context, about, scripts=("timeline",))


def short(name: str) -> str:
    """A name without what stands in parentheses at its end: the label of a point."""
    return re.sub(r"\s*[（(][^（(]*[）)]$", "", name) or name


def _lane(site: Site, lane: str) -> str:
    words = {"models": "models", "other": "timeline-other"}
    return site.word(words.get(lane, f"family-{lane}"))

"""Home, the topic, and the pages that list methods, metrics, terms and sources."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.site import Page, Site

FAMILIES = ("absolute", "relative", "rotary", "extension", "remapping", "none")


def pages(site: Site) -> Iterator[Page]:
    """Pages that give an overview."""
    atlas = site.atlas
    topic = atlas.of("topic")[0]
    methods = atlas.of("method")
    yield Page(
        "",
        "home.md.j2",
        site.word("site-name"),
        {
            "topic": topic,
            "claims": site.judged(),
            "checks": sum(len(c.checks) for c in atlas.of("claim")),
            "recorded": site.last_recorded(),
            "methods": [m for m in methods if m.implementation],
        },
        site.plain(topic.summary),
    )
    yield Page("topic/", "topic.md.j2", site.name(topic), {"topic": topic, "claims": atlas.claims(about=topic.id)})
    families = [(family, [m for m in methods if m.family == family]) for family in FAMILIES]
    yield Page("methods/", "methods.md.j2", site.word("methods"), {"families": [f for f in families if f[1]]})
    yield index(site, "compare/", "comparison", "comparison", None)
    yield index(site, "metrics/", "metrics", "metric", None)
    yield index(site, "techniques/", "techniques", "technique", None)
    yield index(site, "misconceptions/", "misconceptions", "misconception", None)
    events = sorted(atlas.of("event"), key=lambda e: (e.date, e.id))
    yield Page("timeline/", "timeline.md.j2", site.word("timeline"), {"events": events})
    yield index(site, "learn/", "learning-path", "lesson", "step")
    papers = sorted(atlas.of("paper"), key=lambda p: (p.first_published, p.id))
    context = {"papers": papers, "libraries": atlas.of("library")}
    yield Page("sources/", "sources.md.j2", site.word("sources"), context)
    models = sorted(atlas.of("model"), key=lambda m: (m.released, m.id))
    yield Page("models/", "models.md.j2", site.word("models"), {"models": models})
    shown = [t for t in atlas.of("term") if t.role in ("glossary", "unconfirmed")]
    shown.sort(key=lambda t: t.en.casefold())
    yield Page("glossary/", "glossary.md.j2", site.word("glossary"), {"terms": shown})


def index(site: Site, address: str, title: str, kind: str, order: str | None, disclaimed: bool = False) -> Page:
    """A page that lists the entities of a kind, with the glance of those that have one."""
    entities = list(site.atlas.of(kind))
    if order:
        entities.sort(key=lambda e: getattr(e, order))
    entries = [(entity, getattr(entity, "glance", None)) for entity in entities]
    context = {"entries": entries, "disclaimed": disclaimed}
    return Page(address, "index.md.j2", site.word(title), context)

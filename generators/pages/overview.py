"""Home, the topic, and the pages that list methods, metrics, terms and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from posatlas.generators import link_previews
from posatlas.generators.addresses import SHOWN_TERMS
from posatlas.generators.page import Page
from posatlas.generators.pages.document import reasons
from posatlas.generators.site import Site
from posatlas.schema import Entity, Metric, Topic

FAMILIES = ("absolute", "relative", "rotary", "extension", "remapping", "none")
DOORS = (
    ("choose/", "choose"),
    ("compare/", "comparison"),
    ("compare/methods/", "side-by-side"),
    ("explore/", "explore"),
    ("plots/", "plots"),
    ("timeline/", "timeline"),
    ("metrics/", "metrics"),
    ("misconceptions/", "misconceptions"),
    ("learn/", "learning-path"),
    ("chain/", "chain"),
    ("companies/", "companies"),
    ("cheat-sheet/", "cheat-sheet"),
    ("open/", "open-questions"),
    ("sources/", "sources"),
    ("changes/", "changes"),
    ("reference/", "reference"),
)


def pages(site: Site) -> Iterator[Page]:
    """Pages that give an overview."""
    yield _home(site)
    atlas, topic = site.atlas, _topic(site)
    context = {"topic": topic, "claims": atlas.claims(about=topic.id)}
    about = site.without_markup(topic.summary)
    yield Page("topic/", "topic.md.j2", site.name(topic), context, about, entity=topic.id)
    methods = atlas.of("method")
    families = [(family, [m for m in methods if m.family == family]) for family in FAMILIES]
    context = {"families": [f for f in families if f[1]]}
    about, told = site.word("door-methods"), link_previews.of_methods(site)
    yield Page("methods/", "methods.md.j2", site.word("methods"), context, about, beside=told)
    yield index(site, "compare/", "comparison", ((c, {}) for c in atlas.of("comparison")))
    yield index(site, "metrics/", "metrics", ((m, {}) for m in atlas.of("metric")))
    yield index(site, "techniques/", "techniques", ((t, {}) for t in atlas.of("technique")))
    beliefs = ((b, {"verdict": atlas[b.claim].verdict}) for b in atlas.of("misconception"))  # type: ignore[attr-defined]
    yield index(site, "misconceptions/", "misconceptions", beliefs)
    lessons = sorted(atlas.of("lesson"), key=lambda lesson: lesson.step)
    steps = ((lesson, {"before": site.word("step", n=lesson.step)}) for lesson in lessons)
    yield index(site, "learn/", "learning-path", steps)
    yield _sources(site)
    models = sorted(atlas.of("model"), key=lambda m: (m.released, m.id))
    yield Page("models/", "models.md.j2", site.word("models"), {"models": models}, wide=True)
    shown = [t for t in atlas.of("term") if t.role in SHOWN_TERMS]
    shown.sort(key=lambda t: t.en.casefold())
    told = link_previews.of_terms(site, shown)
    yield Page("glossary/", "glossary.md.j2", site.word("glossary"), {"terms": shown}, beside=told)


def _topic(site: Site) -> Topic:
    """What the site is about. Raises ValueError where the knowledge base does not say."""
    topics: Sequence[Topic] = site.atlas.of("topic")
    if not topics:
        raise ValueError("The site begins with a topic, and there is none. Begin one:  posatlas new topic ID")
    return topics[0]


def _home(site: Site) -> Page:
    topic = _topic(site)
    methods = site.atlas.of("method")
    context = {
        "topic": topic,
        "claims": site.judged(),
        "checks": sum(len(c.checks) for c in site.atlas.of("claim")),
        "reasons": reasons(site.judged()),
        "recorded": site.last_recorded(),
        "methods": [m for m in methods if m.implementation],
        "method_count": len(methods),
        "doors": DOORS,
    }
    return Page("", "home.md.j2", site.word("site-name"), context, site.without_markup(topic.summary))


def _sources(site: Site) -> Page:
    papers = sorted(site.atlas.of("paper"), key=lambda p: (p.first_published, p.id))
    counted = [(paper, len(site.mentions(paper.id, "claim"))) for paper in papers]
    years = [(year, list(group)) for year, group in groupby(counted, key=lambda e: e[0].first_published[:4])]
    context = {"years": years, "libraries": site.atlas.of("library")}
    return Page("sources/", "sources.md.j2", site.word("sources"), context, site.word("door-sources"))


def index(
    site: Site,
    address: str,
    title: str,
    entries: Iterable[tuple[Entity, dict[str, str]]],
    disclaimed: bool = False,
) -> Page:
    """A page that lists entities with one line about each, and facts: words before and after, a verdict."""
    rows = [(e, _line(site, e), {"before": "", "after": "", "verdict": ""} | facts) for e, facts in entries]
    lead = f"door-{title}" if f"door-{title}" in site.strings else ""
    context = {"entries": rows, "disclaimed": disclaimed, "lead": lead}
    return Page(address, "index.md.j2", site.word(title), context, site.word(lead) if lead else "")


def _line(site: Site, entity: Entity) -> object:
    """One line about an entity: the first sentence about it."""
    return site.first_sentence(entity.definition if isinstance(entity, Metric) else entity.about)  # type: ignore[attr-defined]

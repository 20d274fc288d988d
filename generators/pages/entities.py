"""One page an entity, for kinds whose entities have a page."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.addresses import address
from posatlas.generators.site import Page, Site
from posatlas.schema import Claim

WITH_PAGES = (
    "method model paper technique organisation metric lesson misconception thesis comparison stage application event"
).split()


def pages(site: Site) -> Iterator[Page]:
    """Pages of methods, comparisons, metrics, techniques, models, papers, misconceptions, lessons, claims."""
    yield from _methods(site)
    atlas = site.atlas
    for comparison in atlas.of("comparison"):
        context = {"comparison": comparison}
        about = site.without_markup(comparison.about)
        name = site.name(comparison)
        yield Page(address("comparison", comparison.id), "comparison.md.j2", name, context, about, wide=True)
    for metric in atlas.of("metric"):
        about = site.without_markup(metric.definition)
        yield Page(address("metric", metric.id), "metric.md.j2", site.name(metric), {"metric": metric}, about)
    for belief in atlas.of("misconception"):
        about = site.without_markup(belief.about)
        context = {"misconception": belief}
        yield Page(address("misconception", belief.id), "misconception.md.j2", site.name(belief), context, about)
    yield from _lessons(site)
    for technique in atlas.of("technique"):
        about = [claim.id for claim in atlas.claims(about=technique.id)]
        context = {
            "technique": technique,
            "claims": list(dict.fromkeys([*technique.claims, *about])),
            "mentions": site.mentions(technique.id, "method", "stage", "application"),
        }
        text = site.without_markup(technique.about)
        yield Page(address("technique", technique.id), "technique.md.j2", site.name(technique), context, text)
    for model in atlas.of("model"):
        context = {"model": model, "claims": [c.id for c in atlas.claims(about=model.id)]}
        yield Page(address("model", model.id), "model.md.j2", model.name, context)
    for paper in atlas.of("paper"):
        citing = {e.id for r, e in site.pointing_to(paper.id, "claim") if r in ("according_to", "said_by")}
        context = {
            "paper": paper,
            "claims": sorted(citing | {c.id for c in atlas.claims(about=paper.id)}),
            "mentions": [i for i in site.mentions(paper.id, *WITH_PAGES) if i not in paper.introduces],
        }
        yield Page(address("paper", paper.id), "paper.md.j2", paper.title, context)
    for claim in atlas.of("claim"):
        yield _claim(site, claim)


def _methods(site: Site) -> Iterator[Page]:
    """Pages of methods. Of several that match a search, the one of which most is said is likely meant."""
    for method in site.atlas.of("method"):
        claims = site.atlas.claims(about=method.id)
        context = {
            "method": method,
            "claims": claims,
            "children": [e.id for r, e in site.pointing_to(method.id, "method") if r == "descends_from"],
            "running": site.running.of(method),
            "users": [e.id for r, e in site.pointing_to(method.id, "model") if r == "uses"],
        }
        glance, weight = site.without_markup(method.glance), 4.0 + len(claims) / 5
        place, name = address("method", method.id), site.name(method)
        yield Page(place, "method.md.j2", name, context, glance, boost=weight)


def _lessons(site: Site) -> Iterator[Page]:
    lessons = sorted(site.atlas.of("lesson"), key=lambda lesson: lesson.step)
    for place, lesson in enumerate(lessons):
        context = {
            "lesson": lesson,
            "before": lessons[place - 1] if place else None,
            "after": lessons[place + 1] if place + 1 < len(lessons) else None,
        }
        title = f"{site.word('step', n=lesson.step)}{site.word('colon')}{site.name(lesson)}"
        about = site.without_markup(lesson.about)
        yield Page(address("lesson", lesson.id), "lesson.md.j2", title, context, about)


def _claim(site: Site, claim: Claim) -> Page:
    """The page of a claim; its heading is the statement itself, with its formulas."""
    number = f"{claim.source.item} " if claim.source.item else ""
    title = number + site.short(claim.statement, 60)
    context = {"claim": claim, "mentions": site.mentions(claim.id, *WITH_PAGES)}
    verdict = site.word(f"verdict-{claim.verdict}")
    description = f"{verdict}{site.word('colon')}{site.without_markup(claim.statement)}"
    place = address("claim", claim.id)
    heading = f'<h1 class="statement">{site.inline(claim.statement)}</h1>'
    return Page(place, "claim.md.j2", title, context, description, heading)

"""One page an entity, for kinds whose entities have a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from posatlas.bibtex import bibtex
from posatlas.citing import defining_papers
from posatlas.generators.addresses import address
from posatlas.generators.attention_diagram import attention_diagram
from posatlas.generators.deployment import permanent_url
from posatlas.generators.measured import main_run, newest
from posatlas.generators.page import Page
from posatlas.generators.reporting import citation, report
from posatlas.generators.site import Site
from posatlas.schema import Claim, Entity, Method

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
        place = address("comparison", comparison.id)
        yield Page(place, "comparison.md.j2", name, context, about, wide=True, entity=comparison.id)
    for metric in atlas.of("metric"):
        about = site.without_markup(metric.definition)
        place, name = address("metric", metric.id), site.name(metric)
        yield Page(place, "metric.md.j2", name, {"metric": metric}, about, entity=metric.id)
    for belief in atlas.of("misconception"):
        about = site.without_markup(belief.about)
        context = {"misconception": belief}
        place, name = address("misconception", belief.id), site.name(belief)
        yield Page(place, "misconception.md.j2", name, context, about, entity=belief.id)
    yield from _lessons(site)
    for technique in atlas.of("technique"):
        concerned = [claim.id for claim in atlas.claims(about=technique.id)]
        context = {
            "technique": technique,
            "claims": list(dict.fromkeys([*technique.claims, *concerned])),
            "mentions": site.mentions(technique.id, "method", "stage", "application"),
        }
        text = site.without_markup(technique.about)
        place, name = address("technique", technique.id), site.name(technique)
        yield Page(place, "technique.md.j2", name, context, text, entity=technique.id)
    for model in atlas.of("model"):
        context = {"model": model, "claims": [c.id for c in atlas.claims(about=model.id)]}
        yield Page(address("model", model.id), "model.md.j2", model.name, context, entity=model.id)
    for paper in atlas.of("paper"):
        citing = {e.id for r, e in site.pointing_to(paper.id, "claim") if r in ("according_to", "said_by")}
        context = {
            "paper": paper,
            "claims": sorted(citing | {c.id for c in atlas.claims(about=paper.id)}),
            "mentions": [i for i in site.mentions(paper.id, *WITH_PAGES) if i not in paper.introduces],
        }
        yield Page(address("paper", paper.id), "paper.md.j2", paper.title, context, entity=paper.id)
    for claim in atlas.of("claim"):
        yield _claim(site, claim)


def _methods(site: Site) -> Iterator[Page]:
    """Pages of methods. Of several that match a search, the one of which most is said is likely meant."""
    for method in site.atlas.of("method"):
        claims = site.atlas.claims(about=method.id)
        running = site.running.of(method)
        context = {
            "method": method,
            "claims": claims,
            "runs": {claim.id: main_run(site, claim) for claim in claims},
            "verified": newest(site, claims, running),
            "diagram": _diagram(site, method),
            "sources": _sources(site, method, claims),
            "bibtex": "\n".join(bibtex(paper) for paper in defining_papers(site.atlas, method)),
            "children": [e.id for r, e in site.pointing_to(method.id, "method") if r == "descends_from"],
            "running": running,
            "users": [e.id for r, e in site.pointing_to(method.id, "model") if r == "uses"],
        }
        glance, weight = site.without_markup(method.glance), 4.0 + len(claims) / 5
        place, name = address("method", method.id), site.name(method)
        yield Page(
            place, "method.md.j2", name, context, glance, boost=weight, entity=method.id, scripts=("tabs", "copy")
        )


def _diagram(site: Site, method: Method) -> Markup:
    words = [site.word(f"hook-{hook}") for hook in method.enters_at]
    says = site.word("diagram-enters", hooks=site.word("list-comma").join(words))
    if not words:
        says = site.word("diagram-nowhere")
    return attention_diagram(method.enters_at, lambda hook: site.word(f"hook-{hook}"), says)


def _sources(site: Site, method: Method, claims: Sequence[Claim]) -> list[tuple[Entity, int]]:
    """Papers and libraries on which a method's page rests, with the number of its claims that cite each.

    The paper that introduced the method stands first, then those of its formulas, then the most cited.
    """
    counted = Counter(
        target for claim in claims for target in {r.paper or r.library for r in claim.according_to} if target
    )
    first = [method.introduced_by, *(f.source.paper or f.source.library for f in method.formulas if f.source)]
    order = dict.fromkeys([i for i in first if i] + sorted(counted, key=lambda i: (-counted[i], i)))
    return [(site.atlas[i], counted[i]) for i in order]


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
        yield Page(address("lesson", lesson.id), "lesson.md.j2", title, context, about, entity=lesson.id)


def _claim(site: Site, claim: Claim) -> Page:
    """The page of a claim; its heading is the statement itself, with its formulas."""
    number = f"{claim.source.item} " if claim.source.item else ""
    title = number + site.short(claim.statement, 60)
    place = address("claim", claim.id)
    context = {
        "claim": claim,
        "mentions": site.mentions(claim.id, *WITH_PAGES),
        "citation": citation(site, claim),
        "permanent": permanent_url(site.language, place),
        "report": report(site, claim),
    }
    verdict = site.word(f"verdict-{claim.verdict}")
    description = f"{verdict}{site.word('colon')}{site.without_markup(claim.statement)}"
    heading = f'<h1 class="statement">{site.inline(claim.statement)}</h1>'
    return Page(place, "claim.md.j2", title, context, description, heading, entity=claim.id, scripts=("copy",))

"""The document, judged: an overview, one page a section, and the list of all claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from posatlas.generators import link_previews
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.schema import VERDICTS, Claim

ATTRIBUTED = ("market", "companies", "theses")


def pages(site: Site) -> Iterator[Page]:
    """Pages that judge each document statement by statement."""
    for document in site.atlas.of("document"):
        judged = [c for c in site.judged() if c.source.id == document.id]
        items = {item.id: item for item in site.atlas.items(document.id)}
        sections = [
            (section, [c for c in judged if section.holds(items[c.source.item or ""].section)])
            for section in document.sections
        ]
        order = {claim.id: place for place, claim in enumerate(judged)}
        pairs = [
            (claim, other)
            for claim in judged
            for other in site.contradicted_by(claim)
            if order[claim.id] < order.get(other.id, -1)
        ]
        yield Page(
            "document/",
            "document.md.j2",
            site.word("document"),
            {
                "document": document,
                "claims": judged,
                "checks": sum(len(c.checks) for c in judged),
                "reasons": reasons(judged),
                "sections": sections,
                "pairs": pairs,
            },
            site.without_markup(document.about),
            entity=document.id,
            scripts=("filter",),
        )
        for place, (section, members) in enumerate(sections):
            context = {
                "section": section,
                "claims": members,
                "disclaimed": section.slug in ATTRIBUTED,
                "before": sections[place - 1][0] if place else None,
                "after": sections[place + 1][0] if place + 1 < len(sections) else None,
            }
            address, title = f"document/{section.slug}/", site.plain(section.title)
            yield Page(address, "section.md.j2", title, context, scripts=("filter",))
    yield _all_claims(site)


def reasons(claims: Iterable[Claim]) -> list[tuple[str, int]]:
    """Reasons for which claims are unverifiable, with their number, the most frequent first."""
    found = Counter(claim.reason for claim in claims if claim.reason)
    return sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))


def _all_claims(site: Site) -> Page:
    """Every claim, by verdict and by the entity that it concerns first."""
    claims = site.atlas.of("claim")
    groups = []
    for verdict in VERDICTS:
        subjects: dict[str, list[Claim]] = {}
        for claim in claims:
            if claim.verdict == verdict:
                subjects.setdefault(claim.about[0], []).append(claim)
        named = sorted(subjects.items(), key=lambda entry: site.name(site.atlas[entry[0]]).casefold())
        groups.append((verdict, named))
    context = {"claims": claims, "judged": site.judged(), "verdict_groups": groups}
    told = link_previews.of_claims(site)
    return Page("c/", "claims.md.j2", site.word("all-claims"), context, scripts=("filter",), beside=told)

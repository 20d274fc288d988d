"""The document, judged: an overview and one page a section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from posatlas.generators.site import Page, Site

ATTRIBUTED = ("market", "companies", "theses")


def pages(site: Site) -> Iterator[Page]:
    """Pages that judge each document statement by statement."""
    for document in site.atlas.of("document"):
        judged = [c for c in site.judged() if c.source.id == document.id]
        items = {item.id: item for item in site.atlas.items(document.id)}
        sections = [
            (section, [c for c in judged if _within(items[c.source.item].section, section.name)])
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
                "reasons": sorted(Counter(c.reason for c in judged if c.reason).items()),
                "sections": sections,
                "pairs": pairs,
            },
            site.plain(document.about),
        )
        for section, members in sections:
            context = {"section": section, "claims": members, "disclaimed": section.slug in ATTRIBUTED}
            yield Page(f"document/{section.slug}/", "section.md.j2", site.plain(section.title), context)


def _within(place: str, section: str) -> bool:
    return place == section or place.startswith((f"{section} ", f"{section}（"))

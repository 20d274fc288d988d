"""One page an entity, for kinds whose entities have a page."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.addresses import address
from posatlas.generators.rotation_figure import rotation_figure
from posatlas.generators.site import Page, Site


def pages(site: Site) -> Iterator[Page]:
    """Pages of methods, comparisons, metrics, techniques, models, papers, misconceptions, lessons and claims."""
    atlas = site.atlas
    figure = rotation_figure(atlas.root)
    for method in atlas.of("method"):
        related = [e.id for r, e in site.pointing_to(method.id, "method") if r == "descends_from"]
        context = {
            "method": method,
            "claims": atlas.claims(about=method.id),
            "children": related,
            "users": [e.id for r, e in site.pointing_to(method.id, "model") if r == "uses"],
            "figure": figure,
        }
        yield Page(
            address("method", method.id), "method.md.j2", site.name(method), context, site.plain(method.glance)
        )
    for kind, template in (
        ("comparison", "comparison.md.j2"),
        ("metric", "metric.md.j2"),
        ("misconception", "misconception.md.j2"),
        ("lesson", "lesson.md.j2"),
    ):
        for entity in atlas.of(kind):
            yield Page(address(kind, entity.id), template, site.name(entity), {kind: entity})
    for technique in atlas.of("technique"):
        about = [claim.id for claim in atlas.claims(about=technique.id)]
        context = {"technique": technique, "claims": list(dict.fromkeys([*technique.claims, *about]))}
        yield Page(address("technique", technique.id), "technique.md.j2", site.name(technique), context)
    for model in atlas.of("model"):
        context = {"model": model, "claims": [c.id for c in atlas.claims(about=model.id)]}
        yield Page(address("model", model.id), "model.md.j2", model.name, context)
    for paper in atlas.of("paper"):
        citing = {e.id for r, e in site.pointing_to(paper.id, "claim") if r in ("according_to", "said_by")}
        context = {"paper": paper, "claims": sorted(citing | {c.id for c in atlas.claims(about=paper.id)})}
        yield Page(address("paper", paper.id), "paper.md.j2", paper.title, context)
    for claim in atlas.of("claim"):
        title = f"{site.word('claim')} {claim.source.item or claim.id}"
        yield Page(
            address("claim", claim.id), "claim.md.j2", title, {"claim": claim}, site.without_markup(claim.statement)
        )

"""Industry: upstream and downstream, market, companies, theses. Attributed, with the disclaimer."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.addresses import address
from posatlas.generators.pages.overview import index
from posatlas.generators.site import Page, Site


def pages(site: Site) -> Iterator[Page]:
    """Pages about industry."""
    atlas = site.atlas
    stages = sorted(atlas.of("stage"), key=lambda s: s.order)
    sides = [(side, [s for s in stages if s.side == side]) for side in ("upstream", "downstream")]
    context = {"sides": sides, "applications": atlas.of("application")}
    yield Page("chain/", "chain.md.j2", site.word("chain"), context)
    market = [c for c in site.judged() if c.kind == "market" or c.source.locator.startswith("供需與市場資料")]
    yield Page("market/", "market.md.j2", site.word("market"), {"claims": market})
    yield index(site, "companies/", "companies", "organisation", None, disclaimed=True)
    for organisation in atlas.of("organisation"):
        models = [e for r, e in site.pointing_to(organisation.id, "model") if r == "made_by"]
        models.sort(key=lambda m: (m.released, m.id))  # type: ignore[attr-defined]
        context = {"organisation": organisation, "models": models}
        name = site.name(organisation)
        yield Page(address("organisation", organisation.id), "organisation.md.j2", name, context)
    yield index(site, "theses/", "theses", "thesis", None, disclaimed=True)
    for thesis in atlas.of("thesis"):
        yield Page(address("thesis", thesis.id), "thesis.md.j2", site.name(thesis), {"thesis": thesis})

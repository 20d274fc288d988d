"""Industry: upstream and downstream, market, companies, theses. Attributed, with the disclaimer."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.addresses import address
from posatlas.generators.page import Page
from posatlas.generators.pages.overview import index
from posatlas.generators.site import Site
from posatlas.schema import Organisation, TrainedModel


def pages(site: Site) -> Iterator[Page]:
    """Pages about industry."""
    atlas = site.atlas
    stages = sorted(atlas.of("stage"), key=lambda s: s.order)
    sides = [(side, [s for s in stages if s.side == side]) for side in ("upstream", "downstream")]
    context = {"sides": sides, "applications": atlas.of("application")}
    yield Page("chain/", "chain.md.j2", site.word("chain"), context)
    market = [c for c in site.judged() if c.kind == "market" or c.source.locator.startswith("供需與市場資料")]
    yield Page("market/", "market.md.j2", site.word("market"), {"claims": market})
    organisations = [(o, _about_organisation(site, o)) for o in atlas.of("organisation")]
    yield index(site, "companies/", "companies", organisations, disclaimed=True)
    for organisation in atlas.of("organisation"):
        context = {"organisation": organisation, "models": _models_of(site, organisation.id)}
        name, about = site.name(organisation), site.without_markup(organisation.about)
        yield Page(address("organisation", organisation.id), "organisation.md.j2", name, context, about)
    yield index(site, "theses/", "theses", [(thesis, {}) for thesis in atlas.of("thesis")], disclaimed=True)
    for thesis in atlas.of("thesis"):
        name, about = site.name(thesis), site.without_markup(thesis.about)
        yield Page(address("thesis", thesis.id), "thesis.md.j2", name, {"thesis": thesis}, about)


def _models_of(site: Site, organisation: str) -> list[TrainedModel]:
    models = [e for r, e in site.pointing_to(organisation, "model") if r == "made_by" and isinstance(e, TrainedModel)]
    return sorted(models, key=lambda m: (m.released, m.id))


def _about_organisation(site: Site, organisation: Organisation) -> dict[str, str]:
    models = [m.name for m in _models_of(site, organisation.id)]
    shown = f"{site.word('disclosure')}{site.word('colon')}{site.word(f'disclosure-{organisation.disclosure}')}"
    if models:
        listed = site.word("list-comma").join(models)
        shown += f"{site.word('semicolon')}{site.word('models')}{site.word('colon')}{listed}"
    return {"after": shown}

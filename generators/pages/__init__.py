"""All pages of one language, in order of the site's sections."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.pages import choosing, comparing, document, entities, industry, overview, reference, timeline
from posatlas.generators.site import Page, Site


def pages(site: Site) -> Iterator[Page]:
    """Every page; addresses are unique."""
    seen: set[str] = set()
    for module in (overview, timeline, choosing, comparing, entities, industry, document, reference):
        for page in module.pages(site):
            if page.address in seen:
                raise ValueError(f"Two pages have the address {page.address}.")
            seen.add(page.address)
            yield page

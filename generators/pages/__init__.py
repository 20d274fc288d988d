"""All pages of one language, in order of the site's sections."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.pages import (
    cheat_sheet,
    choosing,
    document,
    entities,
    industry,
    open_questions,
    overview,
    reference,
)
from posatlas.generators.site import Page, Site


def pages(site: Site) -> Iterator[Page]:
    """Every page; addresses are unique."""
    seen: set[str] = set()
    for module in (overview, choosing, entities, industry, document, reference, open_questions, cheat_sheet):
        for page in module.pages(site):
            if page.address in seen:
                raise ValueError(f"Two pages have the address {page.address}.")
            seen.add(page.address)
            yield page

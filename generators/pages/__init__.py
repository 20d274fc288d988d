"""All pages of one language, in order of the site's sections."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.page import Page
from posatlas.generators.pages import (
    api_reference,
    changes,
    cheat_sheet,
    choosing,
    comparing,
    curves,
    document,
    entities,
    exploring,
    industry,
    open_questions,
    overview,
    plots,
    reference,
    timeline,
)
from posatlas.generators.site import Site

_MODULES = (
    overview,
    choosing,
    comparing,
    timeline,
    entities,
    exploring,
    plots,
    curves,
    industry,
    document,
    open_questions,
    cheat_sheet,
    changes,
    reference,
    api_reference,
)


def pages(site: Site) -> Iterator[Page]:
    """Every page; addresses are unique."""
    seen: dict[str, str] = {}
    drawn: list[Page] = []
    for module in _MODULES:
        for page in module.pages(site):
            if page.address in seen:
                raise ValueError(
                    f'Two pages have the address {page.address}: "{seen[page.address]}" and "{page.title}". '
                    "Change the id of one, or the slug if it is a section of a document."
                )
            seen[page.address] = page.title
            if page.address.startswith("plots/"):
                drawn.append(page)
            yield page
    yield plots.index(site, drawn)

"""What is new, which verdicts changed, and which translations lag behind."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.generators.addresses import PAGES_OF_KINDS
from posatlas.generators.feeds import ALONE, FEEDS, WORD_OF_KIND
from posatlas.generators.news import news
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.generators.stale_texts import newer_language
from posatlas.schema import Entity


def pages(site: Site) -> Iterator[Page]:
    """The page of changes."""
    context = {
        "news": news(site.atlas),
        "words": WORD_OF_KIND,
        "few": ALONE,
        "feeds": FEEDS.items(),
        "lagging": _lagging(site),
    }
    yield Page("changes/", "changes.md.j2", site.word("changes"), context, site.word("door-changes"))


def _lagging(site: Site) -> list[tuple[Entity, str]]:
    """Entities with texts that are older in this language, each with the first language in which they are newer."""
    found: dict[str, str] = {}
    for one in site.stale.found:
        newer = newer_language(one, site.language)
        if newer and site.atlas.kind_of[one.id] in PAGES_OF_KINDS:
            found.setdefault(one.id, newer)
    return [(site.atlas[identifier], newer) for identifier, newer in found.items()]

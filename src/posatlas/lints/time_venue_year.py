"""A paper does not appear at a venue before it was first published."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.dates import earlier
from posatlas.lints.rule import Lint, View
from posatlas.schema import Paper


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("paper"):
        paper = entry.entity
        assert isinstance(paper, Paper)
        venue, first = paper.venue, paper.first_published
        if venue is None:
            continue
        hint = "Correct one of the two; first_published is the first public date, preprint or venue."
        if venue.year < int(first[:4]):
            message = f"The venue is of {venue.year}, but the paper was first published in {first}."
            yield lint.at(entry, ("venue", "year"), message, hint)
        elif venue.published is not None and earlier(venue.published, first):
            message = f"The venue published it in {venue.published}, but it was first published in {first}."
            yield lint.at(entry, ("venue", "published"), message, hint)


LINT = Lint("time/venue-year", "The venue of a paper is not earlier than its first publication.", _check)

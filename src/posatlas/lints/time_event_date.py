"""An event that a paper marks has the month in which the paper was first published."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Event, Paper


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("event"):
        event = entry.entity
        assert isinstance(event, Event)
        paper = view.entity(event.paper) if event.paper else None
        if isinstance(paper, Paper) and event.date[:7] != paper.first_published[:7]:
            message = f'The date is {event.date}, but "{paper.id}" was first published in {paper.first_published}.'
            yield lint.at(entry, ("date",), message, f"Write {paper.first_published[:7]}, or correct the paper.")


LINT = Lint("time/event-date", "The month of an event is that of its paper's first publication.", _check)

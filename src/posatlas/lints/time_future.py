"""No date lies in the future."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding
from posatlas.lints.dates import earlier
from posatlas.lints.rule import Lint, Location, View, shown
from posatlas.schema import Event, Organisation, Paper, Thesis, TrainedModel


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    today = view.today.isoformat()
    for entry, location, date in _dates(view):
        if earlier(today, date):
            message = f"{shown(location)} = {date} lies in the future; today is {today}."
            yield lint.at(entry, location, message, "Correct the date.")


def _dates(view: View) -> Iterator[tuple[Entry, Location, str]]:
    for entry in view.entries:
        entity = entry.entity
        if isinstance(entity, Paper):
            yield entry, ("first_published",), entity.first_published
            yield entry, ("checked", "date"), entity.checked.date
            if entity.venue is not None and entity.venue.published is not None:
                yield entry, ("venue", "published"), entity.venue.published
        elif isinstance(entity, Event):
            yield entry, ("date",), entity.date
        elif isinstance(entity, TrainedModel):
            yield entry, ("released",), entity.released
            yield entry, ("as_of",), entity.as_of
        elif isinstance(entity, Organisation | Thesis):
            yield entry, ("as_of",), entity.as_of
    for entry, location, source in view.references:
        if source.retrieved is not None:
            yield entry, (*location, "retrieved"), source.retrieved


LINT = Lint("time/future", "No date lies in the future.", _check, "warning")

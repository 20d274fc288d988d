"""A model and the first paper about it lie within two years of each other."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.dates import months
from posatlas.lints.rule import Lint, View
from posatlas.schema import Paper, TrainedModel

_MONTHS = 24


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("model"):
        model = entry.entity
        assert isinstance(model, TrainedModel)
        papers = [p for p in map(view.entity, model.papers) if isinstance(p, Paper)]
        if not papers:
            continue
        nearest = min(papers, key=lambda p: abs(months(p.first_published) - months(model.released)))
        apart = abs(months(nearest.first_published) - months(model.released))
        if apart > _MONTHS:
            paper = f'"{nearest.id}" ({nearest.first_published})'
            message = f"released = {model.released} lies {apart} months from {paper}."
            yield lint.at(entry, ("released",), message, "Check the date, and that the paper is about this model.")


LINT = Lint("time/released", "A model is released within two years of a paper about it.", _check, "warning")

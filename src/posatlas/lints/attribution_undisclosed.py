"""What is not disclosed is not filled in: rumours name no method."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Organisation, TrainedModel


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("model"):
        model = entry.entity
        assert isinstance(model, TrainedModel)
        encoding = model.position_encoding
        if not encoding.methods:
            continue
        if encoding.source is not None and not encoding.source.primary:
            message = "The methods rest on a secondary page; a rumour names no method."
            hint = "Cite the maker's paper, code or configuration, or write from: undisclosed with methods: []."
            yield lint.at(entry, ("position_encoding", "source"), message, hint)
        maker = view.entity(model.organisation) if model.organisation else None
        if isinstance(maker, Organisation) and maker.disclosure == "undisclosed":
            named = ", ".join(encoding.methods)
            message = f'The maker "{maker.id}" discloses no encodings, yet the model names {named}.'
            hint = "Delete the methods, or correct the organisation's disclosure."
            yield lint.at(entry, ("position_encoding", "methods"), message, hint)


LINT = Lint("attribution/undisclosed", "Undisclosed encodings stay undisclosed.", _check)

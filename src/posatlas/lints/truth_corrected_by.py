"""What corrects a misconception is itself right."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Misconception


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("misconception"):
        belief = entry.entity
        assert isinstance(belief, Misconception)
        for index, identifier in enumerate(belief.corrected_by):
            claim = view.claim(identifier)
            if claim is not None and claim.verdict in ("contradicted", "unverifiable"):
                message = f'"{identifier}" is {claim.verdict} and corrects nothing.'
                yield lint.at(entry, ("corrected_by", index), message, "Name a claim that is right.")


LINT = Lint("truth/corrected-by", "A misconception is corrected by claims that are right.", _check)

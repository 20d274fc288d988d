"""The claims of a table's cell are about the method of its column."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Comparison


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("comparison"):
        table = entry.entity
        assert isinstance(table, Comparison)
        for r, row in enumerate(table.rows):
            for c, cell in enumerate(row.cells):
                for index, target in enumerate(cell.claims):
                    claim = view.claim(target)
                    if claim is not None and cell.method not in claim.about:
                        message = f'The cell is about "{cell.method}", the claim about {", ".join(claim.about)}.'
                        hint = f'Name a claim about "{cell.method}", or add it to the claim\'s about.'
                        yield lint.at(entry, ("rows", r, "cells", c, "claims", index), message, hint)


LINT = Lint("tables/about-method", "The claims of a cell are about the method of its column.", _check)

"""A comparison table is full: each row has one cell for each method of the table, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding, near
from posatlas.lints.rule import Lint, View
from posatlas.schema import Comparison


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("comparison"):
        table = entry.entity
        assert isinstance(table, Comparison)
        for number, row in enumerate(table.rows):
            place = ("rows", number, "cells")
            seen: set[str] = set()
            for index, cell in enumerate(row.cells):
                if cell.method in seen:
                    message = f'The row "{row.name.en}" has two cells for "{cell.method}".'
                    yield lint.at(entry, (*place, index, "method"), message, "Delete one, or correct its method.")
                elif cell.method not in table.methods:
                    guess = near(cell.method, table.methods)
                    hint = f'Did you mean "{guess}"?' if guess else f"The columns are {', '.join(table.methods)}."
                    message = f'"{cell.method}" is no column of the table.'
                    yield lint.at(entry, (*place, index, "method"), message, hint)
                seen.add(cell.method)
            missing = [method for method in table.methods if method not in seen]
            if missing:
                message = f'The row "{row.name.en}" has no cell for {", ".join(missing)}.'
                yield lint.at(entry, place, message, "Add the cell with its claims, or with not_applicable.")


LINT = Lint("tables/cells", "Each row of a comparison has one cell for each of its methods.", _check)

"""Formulas are LaTeX that the site can set: balanced, of known commands, without Chinese or links."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding, near
from posatlas.lints.latex import COMMANDS, Fault, faults
from posatlas.lints.rule import Lint, Location, View
from posatlas.schema import Method, Metric


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    inline = {token: _between_marks(token) for token in view.distinct_tokens if token[0] == "$"}
    displayed = list(_displayed(view))
    wrong = faults({*inline.values(), *(formula for _, _, formula in displayed)})
    if not wrong:
        return
    for passage, language, token in view.holding(token for token, formula in inline.items() if formula in wrong):
        fault = wrong[inline[token]]
        yield lint.inside(passage, language, f"{token}: {fault.message}.", _hint(fault), token.split(" ")[0])
    for entry, location, formula in displayed:
        if formula in wrong:
            yield lint.at(entry, location, f"The formula: {wrong[formula].message}.", _hint(wrong[formula]))


def _between_marks(token: str) -> str:
    return token[2:-2] if token.startswith("$$") else token[1:-1]


def _hint(fault: Fault) -> str:
    guess = near(fault.command, COMMANDS) if fault.command else None
    return f"Did you mean {guess}?" if guess else fault.hint


def _displayed(view: View) -> Iterator[tuple[Entry, Location, str]]:
    for entry in view.entries:
        entity = entry.entity
        if isinstance(entity, Method):
            for index, formula in enumerate(entity.formulas):
                yield entry, ("formulas", index, "latex"), formula.latex
            for index, parameter in enumerate(entity.hyper_parameters):
                if parameter.symbol is not None:
                    yield entry, ("hyper_parameters", index, "symbol"), parameter.symbol
        elif isinstance(entity, Metric) and entity.formula is not None:
            yield entry, ("formula", "latex"), entity.formula.latex


LINT = Lint("text/formula", "Formulas are balanced LaTeX of known commands.", _check)

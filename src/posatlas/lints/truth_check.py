"""Every check can run: its property, method, build, arguments and formulas are declared and well formed."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Check


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for (identifier, index), problems in view.check_problems.items():
        check = view.claims[identifier].checks[index]
        for problem in problems:
            said, _, near = problem.partition("; did you mean ")
            hint = f"Did you mean {near}" if near else "See the declared properties and builds in schema/properties."
            said, _, known = said.partition("; known: ")
            if known:
                hint = f"Known: {known}."
            message = f"checks[{index}]: {said}."
            yield lint.at(view.by_id[identifier], ("checks", index, *_place(check, problem)), message, hint)


def _place(check: Check, problem: str) -> tuple[object, ...]:
    word = problem.split(" ", 1)[0].strip("'\":")
    if "is not a declared property" in problem or "cannot be asked of" in problem:
        return ("property",)
    for field in ("given", "build"):
        if word in getattr(check, field):
            return (field, word)
    if "has no implementation" in problem:
        return ("method",)
    return ("build",) if "option of" in problem else ("given",)


LINT = Lint("truth/check", "Every check can run: declared property, buildable method, right arguments.", _check)

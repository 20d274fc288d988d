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
            hint = f"Did you mean {near}" if near else "What it takes is listed by  posatlas properties METHOD"
            said, _, known = said.partition("; known: ")
            if known:
                hint = f"Known: {known}."
            message = f"checks[{index}]: {said.removesuffix('.')}."
            yield lint.at(view.by_id[identifier], ("checks", index, *_place(check, problem)), message, hint)


def _place(check: Check, problem: str) -> tuple[object, ...]:
    from posatlas.schema.properties import BUILDS

    if "is not a declared property" in problem or "cannot be asked of" in problem:
        return ("property",)
    if "has no implementation" in problem:
        return ("method",)
    word = problem.removeprefix("an entry of ").split(" ", 1)[0].strip("'\":")
    for field in ("given", "build"):
        if word in getattr(check, field):
            return (field, word)
    of_build = problem.startswith("a table of") or word in BUILDS.get(check.method, ())
    return ("build",) if of_build else ("given",)


LINT = Lint("truth/check", "Every check can run: declared property, buildable method, right arguments.", _check)

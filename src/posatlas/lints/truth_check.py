"""Every check can run: its property, method, build, arguments and formulas are declared and well formed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Check

_GUESS = re.compile(r"[;:] did you mean ('[^']*'\?)")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    from posatlas.schema.properties import BUILDS

    for (identifier, index), problems in view.check_problems.items():
        check = view.claims[identifier].checks[index]
        options = BUILDS.get(check.method, {})
        for problem in problems:
            guess = _GUESS.search(problem)
            said, _, known = _GUESS.sub("", problem).partition("; known: ")
            if guess:
                hint = f"Did you mean {guess[1]}"
            elif known:
                hint = f"Known: {known}."
            else:
                hint = f"What can be asked is listed by  posatlas properties{f' {check.method}' if options else ''}"
            message = f"checks[{index}]: {said.removesuffix('.')}."
            location = ("checks", index, *_place(check, problem, options))
            yield lint.at(view.by_id[identifier], location, message, hint)


def _place(check: Check, problem: str, options: Iterable[str]) -> tuple[object, ...]:
    """Field of the check that a problem is about, and the option or argument where it is written."""
    if "is not a declared property" in problem or "cannot be asked of" in problem:
        return ("property",)
    word = problem.removeprefix("an entry of ").split(" ", 1)[0].strip("'\":")
    for field in ("given", "build"):
        if word in getattr(check, field):
            return (field, word)
    if "has no implementation" in problem:
        return ("method",)
    return ("build",) if problem.startswith("a table of") or word in options else ("given",)


LINT = Lint("truth/check", "Every check can run: declared property, buildable method, right arguments.", _check)

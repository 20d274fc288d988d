"""Numbers are the same in all languages."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/number",
    "Numbers are the same in all languages.",
    of_problems("number-differs", otherwise="Write the number in both languages, or correct one."),
    "warning",
)

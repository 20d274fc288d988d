"""One space stands between Chinese and Latin, and none beside full-width punctuation."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/spacing",
    "One space stands between Chinese and Latin, none beside full-width punctuation.",
    of_problems(
        "missing-space",
        "extra-space",
        otherwise="One space between Chinese and Latin, formulas or code; none beside full-width punctuation.",
    ),
    "warning",
)

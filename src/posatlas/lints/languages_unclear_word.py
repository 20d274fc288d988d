"""Words that mean different things on the two sides of the strait are avoided."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/unclear-word",
    "Words that swap meaning across the strait are avoided.",
    of_problems("unclear-word", otherwise="Write 橫列 or 直行."),
    "warning",
)

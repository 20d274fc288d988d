"""Formulas, code, addresses and claim references are the same in all languages."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/difference",
    "Formulas, code, addresses and claim references are the same in all languages.",
    of_problems(
        "formula-differs",
        "code-differs",
        "address-differs",
        "reference-differs",
        otherwise="Write it the same in both languages.",
    ),
    "error",
)

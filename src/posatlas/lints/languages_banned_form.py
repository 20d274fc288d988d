"""Texts use the house words, not those of the mainland, of converters or of advertising."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/banned-form",
    "Texts use the house words.",
    of_problems("banned-form", otherwise="Use the house word."),
    "error",
)

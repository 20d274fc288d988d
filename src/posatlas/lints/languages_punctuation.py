"""Punctuation beside Chinese is full width; letters, digits and signs are half width."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/punctuation",
    "Chinese has full-width punctuation, and half-width letters and digits.",
    of_problems(
        "half-width-punctuation",
        "full-width-character",
        otherwise="Use full-width punctuation beside Chinese.",
    ),
    "error",
)

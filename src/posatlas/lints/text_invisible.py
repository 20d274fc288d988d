"""Texts hold no invisible character, no-break spaces included."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "text/invisible",
    "Texts hold no character that cannot be seen.",
    of_problems("invisible-character", otherwise="Delete the character."),
    "error",
)

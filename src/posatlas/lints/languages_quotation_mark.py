"""Quotation marks and parentheses are those of the language, and paired."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/quotation-mark",
    "Quotation marks are those of the language, and paired.",
    of_problems(
        "quotation-mark",
        otherwise="Pair and nest the marks: 「 」 and 『 』 in Traditional Chinese, “ ” and ‘ ’ in the others.",
    ),
    "error",
)

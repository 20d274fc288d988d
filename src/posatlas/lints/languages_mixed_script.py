"""zh-Hant holds no Simplified character, and zh-Hans no Traditional one."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "languages/mixed-script",
    "Each language is written in its own script.",
    of_problems("mixed-script", otherwise="Write the character as it is written in Taiwan."),
    "error",
)

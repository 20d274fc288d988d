"""Texts hold no HTML, template, script or broken markup."""

from __future__ import annotations

from posatlas.lints.rule import Lint
from posatlas.lints.texts import of_problems

LINT = Lint(
    "text/markup",
    "Texts hold the house markup only, well formed: no HTML, templates or Markdown links.",
    of_problems(
        "raw-html",
        "template-brace",
        "broken-markup",
        otherwise="Use **strong**, *em*, code, maths, [[id]] and [@claim] only, each closed.",
    ),
    "error",
)

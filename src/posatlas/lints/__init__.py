"""Lints: rules that no schema can state, one a file."""

from __future__ import annotations

from posatlas.lints import reference_unresolved
from posatlas.lints.rule import Lint, View

LINTS: tuple[Lint, ...] = (reference_unresolved.LINT,)

__all__ = ["LINTS", "Lint", "View"]

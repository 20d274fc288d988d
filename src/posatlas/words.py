"""Texts of the knowledge base without their marks, formulas kept."""

from __future__ import annotations

from posatlas.references import CITATION, LINK

__all__ = ["without_marks"]


def without_marks(text: str) -> str:
    """A text on one line, without references to claims, links by their names or ids; LaTeX stays between its $."""
    linked = LINK.sub(lambda match: match.group(2) or match.group(1), CITATION.sub("", text))
    return " ".join(linked.split())

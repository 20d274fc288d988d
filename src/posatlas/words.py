"""Texts of the knowledge base without their marks, formulas kept; nouns with their article."""

from __future__ import annotations

from posatlas.references import CITATION, LINK

__all__ = ["is_of_kind", "with_article", "without_marks"]


def without_marks(text: str) -> str:
    """A text on one line, without references to claims, links by their names or ids; LaTeX stays between its $."""
    linked = LINK.sub(lambda match: match.group(2) or match.group(1), CITATION.sub("", text))
    return " ".join(linked.split())


def with_article(noun: str) -> str:
    """A noun after its article: a method, an organisation."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def is_of_kind(identifier: str, kind: str) -> str:
    """The beginning of a sentence about an entity of a kind that does not serve: "openai" is an organisation."""
    return f'"{identifier}" is {with_article(kind)}'

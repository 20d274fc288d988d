"""What the kinds of the atlas are in the words of schema.org."""

from __future__ import annotations

from typing import Final

from posatlas.schema import Entity, Paper

__all__ = ["VOCABULARY", "type_of"]

VOCABULARY: Final = "https://schema.org"
_TYPES: Final = {
    "claim": "ClaimReview",
    "document": "CreativeWork",
    "lesson": "LearningResource",
    "method": "DefinedTerm",
    "metric": "DefinedTerm",
    "model": "CreativeWork",
    "organisation": "Organization",
    "technique": "DefinedTerm",
    "term": "DefinedTerm",
}
_FORMS: Final = {"report": "Report", "post": "BlogPosting", "thesis": "Thesis"}  # of papers; the others are articles


def type_of(kind: str, entity: Entity) -> str | None:
    """The type of an entity of a kind; None where schema.org has no word for it."""
    return _FORMS.get(entity.type, "ScholarlyArticle") if isinstance(entity, Paper) else _TYPES.get(kind)

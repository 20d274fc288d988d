"""What an entity asks of the atlas that holds it. Entities are plain data: they know no more of an atlas than this."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from posatlas.schema.base import Entity, Language
    from posatlas.schema.provenance import Provenance

__all__ = ["Holder", "Unheld", "holder_of"]


class Unheld(RuntimeError):
    """The entity was made by hand or copied, so that no atlas can answer for it."""


class Holder(Protocol):
    """An atlas, as its entities see it."""

    @property
    def language(self) -> Language:
        """The language of texts where none is asked for."""
        ...

    def text_of(self, entity: Entity, language: Language | None = None, field: str | None = None) -> str:
        """A text of the entity in a language."""
        ...

    def cite(self, entity: Entity) -> str:
        """How the entity is cited."""
        ...

    def provenance(self, entity: Entity | str, field: str = "") -> Provenance:
        """Where the entity, or a value of it, comes from."""
        ...

    def html_of(self, entity: Entity) -> str:
        """The entity for a notebook."""
        ...

    def build(self, method: Entity | str, /, **options: Any) -> Any:
        """The encoding that implements a method."""
        ...

    def run(self, claim: Entity | str, device: str = "cpu") -> Any:
        """What comes of the checks of a claim."""
        ...


def holder_of(entity: Entity) -> Holder | None:
    """The atlas that an entity was taken from; None where it was made by hand or copied."""
    return getattr(entity, "_holder", None)

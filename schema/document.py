"""A document that the atlas judges: its statements and its parts."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from posatlas.schema.base import Entity, Model, NonEmpty, Text
from posatlas.schema.claim import ClaimKind
from posatlas.schema.frozen import Listed


class Section(Model):
    """A section of the document and the page that judges it."""

    name: NonEmpty = Field(description="Heading as printed; the items' sections begin with it.")
    slug: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", description="Name of its page, such as in-3-seconds.")
    title: Text = Field(description="Heading in our words.")

    def holds(self, place: str) -> bool:
        """Whether a place of the document lies here: `技術原理`, `技術原理 / ALiBi` or `技術原理（表）`."""
        return place == self.name or place.startswith((f"{self.name} ", f"{self.name}（"))


class Item(Model):
    """One checkable statement of the document."""

    id: str = Field(pattern=r"^C[0-9]{3}$", description="Stable number, such as C001.")
    section: NonEmpty = Field(description="Where it stands.")
    kind: ClaimKind = Field(description="What sort of statement it is.")
    meta: bool = Field(default=False, description="True for a remark about the document.")
    says: Text = Field(description="Paraphrase in our words.")


class Part(Model):
    """One line, sentence, cell, formula or figure of the document."""

    part: NonEmpty = Field(description="section/block.sentence, or row x column of a table.")
    line: int = Field(ge=1, description="Line of the document.")
    kind: Literal["heading", "sentence", "bullet", "formula", "label", "figure", "cell", "citation"] = Field(
        description="Form of the part."
    )
    items: Listed[str] = Field(description="Numbers of the statements it holds.")
    page: NonEmpty | None = Field(
        default=None, description="Page that shows a part without statements, such as a heading."
    )


class Document(Entity):
    """A document whose statements are judged one by one."""

    title: Text = Field(description="Title.")
    language: NonEmpty = Field(description="Language tag of the original.")
    about: Text = Field(description="What it is, and what is known of its date and author.")
    sections: Listed[Section] = Field(min_length=1, description="Its sections in order.")


class Items(Model):
    """File of a document's statements."""

    items: Listed[Item] = Field(min_length=1, description="The statements in order.")


class Parts(Model):
    """File of a document's parts."""

    parts: Listed[Part] = Field(min_length=1, description="The parts in order.")

"""What all entities share: strict, frozen pydantic models, and the small types that many of them use."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from posatlas.schema.holder import Holder, Unheld, holder_of

if TYPE_CHECKING:
    from posatlas.schema.provenance import Provenance

IDENTIFIER_PATTERN = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
DATE_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
WEB_ADDRESS_PATTERN = r"^https?://[^\s\x00-\x1f<>\"'`\\]+$"
MONTH_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$"


def _on_the_calendar(date: str) -> str:
    if len(date) == 10:
        try:
            datetime.date.fromisoformat(date)
        except ValueError:
            raise ValueError(f'"{date}" is no day of the calendar') from None
    return date


Identifier = Annotated[
    str,
    StringConstraints(pattern=IDENTIFIER_PATTERN, max_length=80),
    Field(description="Id of an entity: kebab-case, unique across all kinds; the file's path gives it."),
]
Date = Annotated[
    str,
    StringConstraints(pattern=DATE_PATTERN),
    AfterValidator(_on_the_calendar),
    Field(description="Calendar day, YYYY-MM-DD."),
]
Month = Annotated[
    str,
    StringConstraints(pattern=MONTH_PATTERN),
    AfterValidator(_on_the_calendar),
    Field(description="Month YYYY-MM, or day YYYY-MM-DD where the day is known."),
]
WebAddress = Annotated[
    str,
    StringConstraints(pattern=WEB_ADDRESS_PATTERN, max_length=500),
    Field(description="http or https address."),
]
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


class Model(BaseModel):
    """Base of all models: unknown keys are errors, values are not coerced, instances do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Text(Model):
    """One text in the two written languages; Simplified Chinese is derived from zh-Hant."""

    zh_hant: NonEmpty = Field(alias="zh-Hant", description="Traditional Chinese as written in Taiwan.")
    en: NonEmpty = Field(description="Plain British English.")
    zh_hans: NonEmpty | None = Field(
        default=None,
        alias="zh-Hans",
        description="Simplified Chinese, only where deriving it from zh-Hant goes wrong.",
    )

    def __str__(self) -> str:  # for a print at a prompt; entity.text(language, field) speaks every language
        return self.en


class Entity(Model):
    """An entity: one YAML file, whose folder is the kind and whose name is the id.

    Its fields are plain data. What needs more than the file (other languages, provenance, running) it asks of the
    atlas that it was taken from, which stands in a slot and not in a field: two entities are equal when their fields
    are, a copy belongs to no atlas, and nothing of the atlas is dumped with an entity.
    """

    __slots__ = ("_holder",)

    id: Identifier = Field(description="Set from the file name; never written in the file.")

    def __hash__(self) -> int:  # equal entities have equal ids, and most fields need not be looked at
        return hash((type(self), self.id))

    def held_by(self, holder: Holder) -> Self:
        """The same entity, which asks this atlas from now on."""
        object.__setattr__(self, "_holder", holder)
        return self

    def _asked(self) -> Holder:
        holder = holder_of(self)
        if holder is None:
            remedy = f"Take it from one:  posatlas.load()[{self.id!r}]"
            raise Unheld(f"{type(self).__name__} {self.id!r} belongs to no atlas, so none can answer. {remedy}")
        return holder

    def text(self, language: Language | None = None, field: str | None = None) -> str:
        """A text of the entity, in the atlas's language or another; without `field` its statement, name or title.

        Raises ValueError for an unknown language or a field that holds no text, MissingConverter where Simplified
        Chinese needs a package that is not installed, and Unheld for an entity of no atlas.

        >>> import posatlas
        >>> atlas = posatlas.load()
        >>> atlas["alibi"].text("en", "glance")
        'Each head has a fixed slope; the attention logits lose slope times distance.'
        """
        return self._asked().text_of(self, language, field)

    def cite(self) -> str:
        """How to cite it: BibTeX for a paper, and for a method that of its paper; else one line of plain text.

        >>> import posatlas
        >>> print(posatlas.load()["press-2022"].cite().splitlines()[0])
        @inproceedings{press-2022,
        """
        return self._asked().cite(self)

    @property
    def provenance(self) -> Provenance:
        """Where it comes from: file, sources, claims, what was measured, version.

        >>> import posatlas
        >>> posatlas.load()["alibi"].provenance.place
        'kb/methods/alibi.yml:1'
        """
        return self._asked().provenance(self)

    def __repr__(self) -> str:
        holder = holder_of(self)
        said = f": {holder.text_of(self)}" if holder is not None else ""
        return f"<{type(self).__name__} {self.id}{said}>"

    __str__ = __repr__

    def _repr_html_(self) -> str | None:
        holder = holder_of(self)
        return None if holder is None else holder.html_of(self)


FigureName = Annotated[
    Literal["rope-rotation"], Field(description="Figure drawn from recorded numbers, shown with the text.")
]
Language = Literal["zh-Hant", "en", "zh-Hans"]
LANGUAGES: tuple[Language, ...] = ("zh-Hant", "en", "zh-Hans")

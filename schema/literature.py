"""Works and who makes them: papers, organisations, libraries."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from posatlas.schema.base import Date, Entity, Identifier, Model, Month, NonEmpty, Text, WebAddress
from posatlas.schema.frozen import FrozenList, Listed

_DOI: Final = r"^10\.[0-9]{4,9}/[^\sA-Z]+$"


class Venue(Model):
    """Where a paper was published after review."""

    name: NonEmpty = Field(description="Conference or journal, short name.")
    year: int = Field(ge=1950, le=2100, description="Year of the venue.")
    published: Month | None = Field(default=None, description="Month of the conference or issue.")


class ArXiv(Model):
    """The paper on arXiv."""

    id: str = Field(pattern=r"^[0-9]{4}\.[0-9]{4,5}$", description="Identifier without version, such as 2104.09864.")
    version: int | None = Field(default=None, ge=1, description="Version that was read.")


class Verified(Model):
    """Against what the entry was checked, and when."""

    against: NonEmpty = Field(description="The record or page that was read.")
    date: Date = Field(description="Day of the check.")


class Paper(Entity):
    """A paper, report, post or thesis."""

    title: NonEmpty = Field(description="Title as printed.")
    authors: Listed[NonEmpty] = Field(min_length=1, description="Given Family, as printed; long lists end in `et al.`")
    type: Literal["preprint", "conference", "journal", "report", "post", "thesis"] = Field(description="Form.")
    first_published: Month = Field(description="First public date: version 1 of the preprint, or of the post.")
    venue: Venue | None = Field(default=None, description="Reviewed venue.")
    arxiv: ArXiv | None = Field(default=None, description="arXiv record.")
    doi: str | None = Field(default=None, pattern=_DOI, description="DOI in lower case, such as 10.1162/tacl_a_00446.")
    url: WebAddress = Field(description="Canonical address.")
    introduces: Listed[Identifier] = Field(default_factory=FrozenList, description="Methods that it introduced.")
    note: Text | None = Field(default=None, description="What a reader must know of the record.")
    checked: Verified = Field(description="Against what the entry was checked.")


class Library(Entity):
    """Software whose source or behaviour is cited."""

    name: NonEmpty = Field(description="Name of the library.")
    url: WebAddress = Field(description="Repository or home page.")
    version: NonEmpty | None = Field(default=None, description="Version or commit that was read.")
    organisation: Identifier | None = Field(default=None, description="Who maintains it.")
    about: Text = Field(description="What it is, in one or two sentences.")
    methods: Listed[Identifier] = Field(default_factory=FrozenList, description="Methods it implements.")


class Organisation(Entity):
    """A company, institute or community, described by what it has published."""

    name: Text = Field(description="Name.")
    aliases: Listed[NonEmpty] = Field(default_factory=FrozenList, description="Other names.")
    about: Text = Field(description="Attributed prose with references.")
    disclosure: Literal["disclosed", "partly", "undisclosed"] = Field(
        description="Whether its models' position encodings are published."
    )
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="What the document says of it.")
    evidence_for: Listed[Identifier] = Field(default_factory=FrozenList, description="Claims that speak for it.")
    evidence_against: Listed[Identifier] = Field(
        default_factory=FrozenList, description="Claims that speak against it."
    )
    refuted_if: Text = Field(description="What would show the document's view to be wrong.")
    as_of: Date = Field(description="Date of the confirming sources.")

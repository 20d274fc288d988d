"""Where a statement comes from: references with locators, and values that say how they are known."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from posatlas.schema.base import Date, Identifier, Model, NonEmpty, Text, WebAddress
from posatlas.schema.frozen import Listed

KnownOrigin = Literal["checkpoint_config", "paper", "doc", "class_default"]
Origin = Literal[KnownOrigin, "undisclosed"]


class Reference(Model):
    """One source of a claim or value: exactly one of paper, library, model or url, with the place in it."""

    paper: Identifier | None = Field(default=None, description="Id of a paper, report or post.")
    library: Identifier | None = Field(default=None, description="Id of a library whose source was read.")
    model: Identifier | None = Field(default=None, description="Id of a model whose configuration was read.")
    url: WebAddress | None = Field(default=None, description="Address of a page or file that is no entity.")
    title: NonEmpty | None = Field(default=None, description="Title of the page; required with url.")
    locator: NonEmpty = Field(description="Section, equation, table, page, file and function, or field.")
    read: bool = Field(description="Whether this place was read in this project; false supports nothing.")
    primary: bool = Field(default=True, description="False for a secondary page, which decides nothing.")
    stance: Literal["supports", "disputes"] = Field(
        default="supports", description="Whether the source supports the statement or speaks against it."
    )
    retrieved: Date | None = Field(default=None, description="Day on which the page was read.")
    note: Text | None = Field(default=None, description="What the place says, where that helps.")

    @model_validator(mode="after")
    def _exactly_one_target(self) -> Self:
        if (self.paper is None) + (self.library is None) + (self.model is None) + (self.url is None) != 3:
            raise ValueError("a source names exactly one of paper, library, model, url")
        if self.url is not None and self.title is None:
            raise ValueError("a source with a url also has a title")
        return self

    @property
    def target(self) -> str:
        """Id of the entity, or the address."""
        return self.paper or self.library or self.model or self.url or ""

    @property
    def decides(self) -> bool:
        """True when the place was read and is primary: only such a source can carry a verdict."""
        return self.read and self.primary


class ClaimSource(Model):
    """Who makes the statement that a claim judges."""

    id: Identifier = Field(description="Id of the document or paper in which the statement stands.")
    locator: NonEmpty = Field(description="Section of the document, or section or equation of the paper.")
    item: str | None = Field(
        default=None, pattern=r"^C[0-9]{3}$", description="Number of the statement in the items, such as C001."
    )
    quote: str | None = Field(default=None, max_length=60, description="Short quotation, 60 characters at most.")


class SourcedMethods(Model):
    """Which position encodings a model uses, and how that is known."""

    methods: Listed[Identifier] = Field(description="Ids of methods; empty where undisclosed.")
    origin: Origin = Field(alias="from", description="How the value is known.")
    source: Reference | None = Field(default=None, description="The place; required unless undisclosed.")
    detail: Text | None = Field(default=None, description="Settings or layers that the ids do not say.")

    @model_validator(mode="after")
    def _undisclosed_has_no_method(self) -> Self:
        if self.origin == "undisclosed" and self.methods:
            raise ValueError("an undisclosed encoding names no method")
        if self.origin != "undisclosed" and self.source is None:
            raise ValueError(f"a value from {self.origin} needs its source")
        return self


class SourcedTokens(Model):
    """A number of tokens, and how it is known."""

    tokens: int = Field(gt=0, description="Length in tokens; K is 1,024 where a source writes K for a power of two.")
    origin: KnownOrigin = Field(alias="from", description="How the value is known.")
    field: NonEmpty | None = Field(default=None, description="Field of the configuration that holds it.")
    source: Reference = Field(description="The place that says so.")


class SourcedNumber(Model):
    """A number, and how it is known."""

    value: float = Field(description="The value, in the unit of the field it stands in.")
    origin: KnownOrigin = Field(alias="from", description="How the value is known.")
    source: Reference = Field(description="The place that says so.")


class SourcedScaling(Model):
    """A scaling of rotary frequencies in numbers, and how they are known."""

    method: Identifier = Field(description="Id of the method; it is among the model's position encodings.")
    factor: float | None = Field(default=None, ge=1, description="Factor s, where the configuration gives one.")
    original_length: int = Field(gt=0, description="Length in tokens before the extension.")
    origin: KnownOrigin = Field(alias="from", description="How the values are known.")
    source: Reference = Field(description="The place that says so.")

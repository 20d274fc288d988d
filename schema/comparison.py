"""A comparison table whose cells are claims."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from posatlas.schema.base import Entity, Identifier, Model, NonEmpty, Text
from posatlas.schema.frozen import FrozenList, Listed


class Cell(Model):
    """One cell: a short text borne by claims, or not applicable with the reason."""

    method: Identifier = Field(description="Method of the column.")
    text: Text | None = Field(default=None, description="What the document's cell says, in a few of our words.")
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="Claims that judge it.")
    not_applicable: Text | None = Field(default=None, description="Why the cell is empty.")

    @model_validator(mode="after")
    def _claims_or_reason(self) -> Self:
        if bool(self.claims) == (self.not_applicable is not None):
            raise ValueError("a cell has claims, or says why it is not applicable")
        return self


class Row(Model):
    """One row: a dimension of comparison."""

    name: Text = Field(description="Dimension.")
    unit: NonEmpty | None = Field(default=None, description="Unit, where the row has one.")
    cells: Listed[Cell] = Field(min_length=1, description="One cell for each method of the table.")


class Comparison(Entity):
    """A table of the document, cell by cell."""

    name: Text = Field(description="Title.")
    about: Text = Field(description="What it compares, with references.")
    section: NonEmpty = Field(description="Section of the document.")
    methods: Listed[Identifier] = Field(min_length=2, description="Columns in order.")
    rows: Listed[Row] = Field(min_length=1, description="Rows in order.")

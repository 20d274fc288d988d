"""A position-encoding method: what it is, where position enters, what it costs, what it descends from."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from posatlas.schema.base import Entity, FigureName, Identifier, Model, NonEmpty, Text
from posatlas.schema.frozen import FrozenList, Listed
from posatlas.schema.sources import Reference

Family = Literal["absolute", "relative", "rotary", "extension", "remapping", "none"]
Hook = Literal["embed", "features", "passes", "scale", "bias", "weights", "values"]


class Formula(Model):
    """A displayed equation, written once for all languages."""

    name: Text = Field(description="What the equation gives.")
    latex: NonEmpty = Field(description="LaTeX without delimiters.")
    source: Reference | None = Field(default=None, description="Where the equation stands, with its number.")
    symbols: Text | None = Field(default=None, description="What the symbols mean.")


class HyperParameter(Model):
    """A number that the user of a method chooses."""

    name: NonEmpty = Field(description="Name as the reference implementation calls it.")
    symbol: NonEmpty | None = Field(default=None, description="LaTeX symbol.")
    default: str | int | float | None = Field(default=None, description="Default of the paper; none where it has none.")
    unit: NonEmpty = Field(description="Unit, or `count`, `ratio`, `choice`.")
    meaning: Text = Field(description="What it does.")


class Cost(Model):
    """Costs as formulas in d (head width), D (model width), L (length), h (heads), T (tokens)."""

    learned_parameters: NonEmpty = Field(description="Number of learned parameters.")
    buffers: NonEmpty = Field(description="Numbers kept that are not learned; 0 where all is computed.")
    added_operations: NonEmpty = Field(description="Multiplications and additions for T tokens of one layer.")
    remark: Text | None = Field(default=None, description="What the formulas leave out.")


class Parent(Model):
    """A method that this one descends from."""

    id: Identifier = Field(description="The parent.")
    setting: NonEmpty | None = Field(default=None, description="Setting of this method that recovers the parent.")
    claim: Identifier | None = Field(default=None, description="Claim that bears the descent out.")


class LawException(Model):
    """A law of encodings that fails for this method."""

    law: NonEmpty = Field(description="Name of the law, from schema/laws.py.")
    claim: Identifier = Field(description="Claim that says so, with a check that `breaks` it.")


class Method(Entity):
    """A way to tell attention where tokens stand."""

    name: Text = Field(description="Name of the method.")
    aliases: Listed[NonEmpty] = Field(
        default_factory=FrozenList, description="Other names, abbreviations, odd wordings."
    )
    family: Family = Field(description="Family it belongs to.")
    introduced_by: Identifier | None = Field(default=None, description="Paper or post that introduced it.")
    enters_at: Listed[Hook] = Field(description="Places of attention at which position enters.")
    glance: Text = Field(description="3 seconds: up to 40 Chinese characters, 20 English words.")
    brief: Text | None = Field(default=None, description="3 minutes: 600-1,200 characters, 400-700 words.")
    deep: Text | None = Field(default=None, description="15 minutes, for core methods.")
    formulas: Listed[Formula] = Field(min_length=1, description="Equations that define it.")
    figure: FigureName | None = Field(default=None, description="Figure shown with the method.")
    hyper_parameters: Listed[HyperParameter] = Field(default_factory=FrozenList, description="What its user chooses.")
    beyond_training: Identifier | None = Field(
        default=None, description="Claim about the method that says how it fares beyond the lengths of training."
    )
    cost: Cost = Field(description="What it costs.")
    parents: Listed[Parent] = Field(default_factory=FrozenList, description="Methods it descends from.")
    conventions: Listed[Text] = Field(default_factory=FrozenList, description="Where papers and code differ.")
    exceptions: Listed[LawException] = Field(default_factory=FrozenList, description="Laws that fail for it.")
    implementation: NonEmpty | None = Field(
        default=None, description="Class in reference_impl; none while it awaits implementation."
    )
    techniques: Listed[Identifier] = Field(default_factory=FrozenList, description="Techniques it works with or needs.")

    def build(self, **options: Any) -> Any:
        """The encoding that implements it, a PositionEncoding of `posatlas.reference_impl`, with these options.

        Raises ValueError for an option that is unknown or missing, and for a method that nothing implements;
        MissingExtra where torch is not installed; Unheld for a method of no atlas.

        >>> import posatlas
        >>> posatlas.load().methods["alibi"].build(heads=8).slopes().tolist()[:3]
        [0.5, 0.25, 0.125]
        """
        return self._asked().build(self, **options)

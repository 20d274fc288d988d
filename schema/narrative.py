"""Entities told in prose with references: topic, events, metrics, techniques, stages, applications and views."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from posatlas.schema.base import Date, Entity, Identifier, Model, Month, NonEmpty, Text
from posatlas.schema.frozen import FrozenList, Listed
from posatlas.schema.method import Formula
from posatlas.schema.sources import Reference


class Topic(Entity):
    """What the atlas is about, in four depths."""

    name: Text = Field(description="Name of the topic.")
    aliases: Listed[NonEmpty] = Field(default_factory=FrozenList, description="Other names.")
    summary: Text = Field(description="One sentence.")
    glance: Text = Field(description="3 seconds.")
    brief: Text = Field(description="3 minutes.")
    deep: Text = Field(description="15 minutes.")


class Event(Entity):
    """Something that happened, with its month."""

    name: Text = Field(description="What happened.")
    date: Month = Field(description="When.")
    paper: Identifier | None = Field(default=None, description="Paper that marks it; gives first and venue dates.")
    source: Reference | None = Field(default=None, description="Source, where no paper marks it.")
    methods: Listed[Identifier] = Field(default_factory=FrozenList, description="Methods concerned.")
    about: Text = Field(description="Prose with references.")
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="What the document says of it.")


class Metric(Entity):
    """A quantity by which position encodings are compared."""

    name: Text = Field(description="Name of the metric.")
    aliases: Listed[NonEmpty] = Field(default_factory=FrozenList, description="Other names.")
    definition: Text = Field(description="Exact definition, with references.")
    formula: Formula | None = Field(default=None, description="Defining equation.")
    unit: Text = Field(description="Unit.")
    protocol: Text = Field(description="How it is measured, step by step.")
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="What the document says of it.")


class Technique(Entity):
    """A technique of attention, training or serving that position encodings meet."""

    name: Text = Field(description="Name of the technique.")
    aliases: Listed[NonEmpty] = Field(default_factory=FrozenList, description="Other names.")
    about: Text = Field(description="Prose with references.")
    papers: Listed[Identifier] = Field(default_factory=FrozenList, description="Papers that introduced it.")
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="What the document says of it.")


class Need(Model):
    """A directed relation between a stage or application and another entity."""

    id: Identifier = Field(description="The other entity.")
    because: Text = Field(description="Why, with references.")
    claim: Identifier | None = Field(default=None, description="Claim that bears the relation out.")


class Stage(Entity):
    """A stage in a model's life at which the choice of encoding matters."""

    name: Text = Field(description="Name of the stage.")
    side: Literal["upstream", "downstream"] = Field(description="Before or after the trained model exists.")
    order: int = Field(ge=1, description="Place in the sequence.")
    about: Text = Field(description="Prose with references.")
    needs: Listed[Need] = Field(default_factory=FrozenList, description="Methods and techniques it needs.")
    feeds: Listed[Identifier] = Field(default_factory=FrozenList, description="Stages and applications that follow.")
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="What the document says of it.")


class Application(Entity):
    """A use of long context that tests the encoding."""

    name: Text = Field(description="Name of the application.")
    about: Text = Field(description="Prose with references.")
    needs: Listed[Need] = Field(default_factory=FrozenList, description="What it needs.")
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="What the document says of it.")


class Misconception(Entity):
    """A wrong belief, with what is right and a witness that runs."""

    name: Text = Field(description="The belief in a few words.")
    claim: Identifier = Field(description="The claim that states it.")
    corrected_by: Listed[Identifier] = Field(min_length=1, description="Claims that are right.")
    witness: Identifier | None = Field(default=None, description="Claim whose checks refute it.")
    no_witness: Text | None = Field(default=None, description="Why nothing can be run, where nothing can.")
    about: Text = Field(description="Prose with references.")


class Lesson(Entity):
    """A step of the learning path."""

    name: Text = Field(description="What is learned.")
    step: int = Field(ge=1, description="Place on the path.")
    about: Text = Field(description="Prose with references.")
    claims: Listed[Identifier] = Field(min_length=1, description="What the document asks.")
    methods: Listed[Identifier] = Field(default_factory=FrozenList, description="Methods practised.")
    papers: Listed[Identifier] = Field(default_factory=FrozenList, description="What to read.")
    run: NonEmpty | None = Field(default=None, description="Python that runs here; tested.")


class Thesis(Entity):
    """An opinion of the document about industry, attributed, with evidence for and against."""

    name: Text = Field(description="The thesis in a few words.")
    claims: Listed[Identifier] = Field(min_length=1, description="The document's statements.")
    about: Text = Field(description="Attributed prose with references.")
    evidence_for: Listed[Identifier] = Field(default_factory=FrozenList, description="Claims that speak for it.")
    evidence_against: Listed[Identifier] = Field(
        default_factory=FrozenList, description="Claims that speak against it."
    )
    refuted_if: Text = Field(description="What would show it to be wrong.")
    as_of: Date = Field(description="Date of the evidence.")

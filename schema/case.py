"""A case: what a reader wants from an encoding, and what an encoding must then be."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from posatlas.schema.base import Entity, Identifier, Model, Text
from posatlas.schema.frozen import FrozenList, Listed

Criterion = Literal[
    "offsets-alone",
    "keys-can-be-cached",
    "nothing-learned",
    "positions-without-end",
    "ordinary-kernel",
    "several-axes",
    "continues-a-trained-rope",
]


class Preference(Model):
    """A claim that tells some methods of a case from others."""

    methods: Listed[Identifier] = Field(min_length=1, description="Methods that it is about.")
    claim: Identifier = Field(description="What speaks for them, or against.")


class Case(Entity):
    """A question that a reader comes with. Which methods answer it is computed, from laws, costs and hooks."""

    name: Text = Field(description="What is wanted, in a few words.")
    order: int = Field(ge=1, description="Place on the page.")
    about: Text = Field(description="What matters here, with references.")
    wants: Listed[Criterion] = Field(min_length=1, description="What a method must be; all of them.")
    preferences: Listed[Preference] = Field(
        default_factory=FrozenList, description="Claims that help to choose among them."
    )

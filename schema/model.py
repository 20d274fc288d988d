"""A trained model: which position encoding it uses, its window as advertised and as configured."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from posatlas.schema.base import Date, Entity, Identifier, Model, Month, NonEmpty, Text
from posatlas.schema.frozen import FrozenList, Listed
from posatlas.schema.sources import SourcedMethods, SourcedNumber, SourcedScaling, SourcedTokens


class Window(Model):
    """Context window: what is advertised and what the published configuration says."""

    advertised: SourcedTokens | None = Field(default=None, description="What the maker says.")
    configured: SourcedTokens | None = Field(default=None, description="What the configuration says.")


class TrainedModel(Entity):
    """A model or checkpoint."""

    name: NonEmpty = Field(description="Name of the model or checkpoint.")
    aliases: Listed[NonEmpty] = Field(default_factory=FrozenList, description="Other names.")
    organisation: Identifier | None = Field(default=None, description="Who made it.")
    released: Month = Field(description="First public release.")
    weights: Literal["open", "closed", "research"] = Field(
        description="open: anyone may download; research: on request; closed: not published."
    )
    position_encoding: SourcedMethods = Field(description="Its position encodings.")
    window: Window = Field(default_factory=Window, description="Its context window.")
    rope_base: SourcedNumber | None = Field(default=None, description="Base of its rotary frequencies.")
    rotary_width: SourcedNumber | None = Field(default=None, description="Channels of a head that rotate.")
    frequency_scaling: SourcedScaling | None = Field(
        default=None, description="How its configuration slows the rotary frequencies, in numbers."
    )
    scaling: Text | None = Field(default=None, description="Scaling of positions or frequencies, where configured.")
    papers: Listed[Identifier] = Field(default_factory=FrozenList, description="Papers and reports about it.")
    as_of: Date = Field(description="Date of the confirming sources.")

    @model_validator(mode="after")
    def _scaling_is_one_of_its_methods(self) -> Self:
        scaling = self.frequency_scaling
        if scaling is not None and scaling.method not in self.position_encoding.methods:
            raise ValueError(f"frequency_scaling.method {scaling.method} is not among position_encoding.methods")
        return self

    @model_validator(mode="after")
    def _closed_model_discloses_nothing(self) -> Self:
        if self.weights == "closed" and self.position_encoding.origin in ("checkpoint_config", "class_default"):
            raise ValueError("a closed model has no public configuration to quote")
        return self

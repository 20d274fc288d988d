"""A term in three written forms; the list also steers the conversion to Simplified Chinese."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from posatlas.schema.base import Entity, Identifier, NonEmpty, Text
from posatlas.schema.frozen import FrozenList, Listed


class Term(Entity):
    """A word and its counterparts, or a row that only guides conversion."""

    zh_hant: NonEmpty = Field(alias="zh-Hant", description="Form in Taiwan; the key of conversion.")
    zh_hans: NonEmpty = Field(alias="zh-Hans", description="Form on the mainland.")
    en: NonEmpty = Field(description="English.")
    role: Literal["glossary", "conversion", "guard", "punctuation", "unconfirmed"] = Field(
        description="glossary: shown; unconfirmed: a name that nothing public confirms; the others only convert."
    )
    definition: Text | None = Field(default=None, description="One sentence for readers.")
    aliases: Listed[NonEmpty] = Field(default_factory=FrozenList, description="Other wordings, for search.")
    claims: Listed[Identifier] = Field(default_factory=FrozenList, description="Claims about the name.")
    note: NonEmpty | None = Field(default=None, description="Remark for editors.")

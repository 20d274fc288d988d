"""An id that moved or was split; nothing in the atlas points to it."""

from __future__ import annotations

from pydantic import Field

from posatlas.schema.base import Entity, Identifier, Text
from posatlas.schema.frozen import Listed


class Redirect(Entity):
    """A retired id and where its content went."""

    to: Listed[Identifier] = Field(min_length=1, description="Ids that took its place.")
    reason: Text = Field(description="Why it moved.")

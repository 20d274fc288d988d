"""Arguments that properties of several families share."""

from __future__ import annotations

from typing import Final

from posatlas.schema.properties.declaration import Argument

LENGTH: Final = Argument("integer", "Number of positions, from 0.", minimum=3, maximum=4096)
POSITION: Final = Argument("integer", "Position in tokens, from 0.", minimum=0, maximum=10_000_000)
BELOW: Final = Argument("number", "Upper bound, exclusive.")
PAIR: Final = ("i",)

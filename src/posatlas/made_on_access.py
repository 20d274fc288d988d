"""A mapping whose models are made when they are asked for."""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterator, Mapping, ValuesView
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from posatlas.collecting import without_collecting
from posatlas.contents import InvalidKnowledgeBase

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made", bound=BaseModel)


class MadeOnAccess(Mapping[Key, Made]):
    """Models by key, each validated from a line of JSON the first time it is read, and the same object ever after.

    It cannot be written to. Threads may share it: of two that make one model at once, both get the first.
    """

    __slots__ = ("_lines", "_made")

    def __init__(self, lines: Mapping[Key, tuple[type[Made], bytes]]) -> None:
        self._lines: Mapping[Key, Any] = lines
        self._made: dict[Key, Made] = {}

    def __getitem__(self, key: Key) -> Made:
        lines, made = self._lines, self._made  # in this order, the opposite of that in which `_all` sets them
        try:
            return made[key]
        except KeyError:
            model, line = lines[key]
        try:
            return made.setdefault(key, model.model_validate_json(line))
        except ValidationError as error:
            raise InvalidKnowledgeBase(
                f'The compiled data of "{key}" do not fit the models: {error}\n'
                "Compile again (posatlas compile), or delete the compiled file: the YAML is read then."
            ) from None

    def __contains__(self, key: object) -> bool:
        return key in self._lines

    def __iter__(self) -> Iterator[Key]:
        return iter(self._lines)

    def __reversed__(self) -> Iterator[Key]:
        return reversed(list(self._lines))

    def __len__(self) -> int:
        return len(self._lines)

    def values(self) -> ValuesView[Made]:
        """All models, made now."""
        return self._all().values()

    def items(self) -> ItemsView[Key, Made]:
        """All keys and models, made now."""
        return self._all().items()

    def __repr__(self) -> str:
        return f"<{len(self._lines)} models, {len(self._made)} of them made>"

    def _all(self) -> Mapping[Key, Made]:
        """Make what is missing, and let go of the lines."""
        if self._lines is not self._made:
            with without_collecting():
                made = {key: self[key] for key in self._lines}
            self._made = made
            self._lines = made
        return self._made

"""Lists and mappings that do not change, so that an entity is the same for all who hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NoReturn, TypeVar

from pydantic import AfterValidator

__all__ = ["FrozenDict", "FrozenList", "Listed", "Options", "frozen", "plain"]

T = TypeVar("T")


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError("This value belongs to an entity, which does not change. Copy it first: list(…) or dict(…).")


class FrozenList(list[T]):
    """A list that only reads. It equals a list of the same values; `list(x)` and `x + [...]` give ordinary ones."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = pop = clear = sort = reverse = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    def __copy__(self) -> FrozenList[T]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenList[T]:
        return self

    def __reduce__(self) -> tuple[type[FrozenList[T]], tuple[list[T]]]:
        return FrozenList, (list(self),)


class FrozenDict(dict[str, Any]):
    """A mapping that only reads. It equals a dict of the same values; `dict(x)` and `x | {...}` give ordinary ones."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __copy__(self) -> FrozenDict:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenDict:
        return self

    def __reduce__(self) -> tuple[type[FrozenDict], tuple[dict[str, Any]]]:
        return FrozenDict, (dict(self),)


def frozen(value: Any) -> Any:
    """A value of JSON with its lists and mappings frozen, at every depth."""
    if isinstance(value, Mapping):
        return FrozenDict({key: frozen(inner) for key, inner in value.items()})
    return FrozenList(map(frozen, value)) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """A value of JSON as ordinary lists and dicts, at every depth: for what must be of exactly these types."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


Listed = Annotated[list[T], AfterValidator(FrozenList)]
"""A list in an entity: validated as a list, then frozen. Its items are models or plain values."""

Options = Annotated[dict[str, Any], AfterValidator(frozen)]
"""Named values in an entity, frozen at every depth."""

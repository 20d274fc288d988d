"""What a method is, as far as a choice among methods asks: from its laws, its hooks, its cost and its family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, get_args

from posatlas.law_records import LawRecord
from posatlas.schema import Method
from posatlas.schema.case import Criterion

__all__ = ["CRITERIA", "ancestors", "met"]

Question = Callable[[Method, LawRecord, frozenset[str]], bool]


def _law(name: str, without: bool) -> Question:
    """The law holds on the CPU; `without`: what it counts as where the law has no meaning."""

    def holds(method: Method, record: LawRecord, ancestors: frozenset[str]) -> bool:
        rows = [row.holds for row in record.rows if row.law == name and row.device == "cpu"]
        return all(rows) if rows else without

    return holds


CRITERIA: Final[Mapping[str, Question]] = {
    "offsets-alone": _law("shift_invariant", False),
    "keys-can-be-cached": _law("cached_keys", False),
    "nothing-learned": lambda method, record, ancestors: method.cost.learned_parameters.strip() == "0",
    "positions-without-end": lambda method, record, ancestors: record.interface.position_limit is None,
    "ordinary-kernel": lambda method, record, ancestors: set(record.interface.hooks) <= {"embed", "features", "scale"},
    "several-axes": lambda method, record, ancestors: record.interface.position_axes > 1,
    "continues-a-trained-rope": lambda method, record, ancestors: (
        method.family in ("extension", "remapping") and "rope" in ancestors
    ),
}
assert set(CRITERIA) == set(get_args(Criterion))


def ancestors(method: Method, methods: Mapping[str, Method]) -> frozenset[str]:
    """Parents of the method, their parents, and so on; descent has no cycles."""
    above = (parent.id for parent in method.parents if parent.id in methods)
    return frozenset(name for parent in above for name in (parent, *ancestors(methods[parent], methods)))


def met(method: Method, record: LawRecord, ancestors: frozenset[str]) -> frozenset[str]:
    """The criteria that the method meets; `ancestors`: its parents, theirs, and so on."""
    return frozenset(name for name, question in CRITERIA.items() if question(method, record, ancestors))

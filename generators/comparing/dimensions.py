"""The dimensions in which methods are compared: how the value comes from the records, and which claims bear on it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from posatlas.generators.comparing.facts import Facts, Words
from posatlas.schema.formulas import Formula, FormulaError
from posatlas.schema.method import Family
from posatlas.schema.properties import STANDARD_BUILDS, build_symbols, complete_build

__all__ = ["DIMENSIONS", "SIZES", "Dimension", "Value"]

FAMILIES: Final[tuple[Family, ...]] = ("absolute", "relative", "rotary", "extension", "remapping", "none")
SIZES: Final = {"d": 128.0, "h": 32.0, "n": 32.0, "D": 4096.0, "L": 4096.0, "T": 4096.0, "r": 64.0}
"""Sizes at which formulas of costs are worked out for sorting; other symbols are those of the standard build."""


@dataclass(frozen=True)
class Value:
    """What stands in a cell: words, or a formula set as code; `sort` orders it, and None stands last."""

    text: str
    sort: float | None
    code: bool = False

    @property
    def number(self) -> str:
        """`sort` as a script reads it; empty where there is none."""
        if self.sort is None:
            return ""
        return "Infinity" if self.sort == math.inf else f"{self.sort:.12g}"


NOTHING: Final = Value("—", None)


@dataclass(frozen=True)
class Dimension:
    """One dimension. `word` is the key of its name.

    Claims bear on a method's value if a check of theirs runs one of `properties` on that method, or asks for one of
    `laws`. `failing`: the laws that fail and the largest violation of those that hold, whichever they are.
    """

    id: str
    word: str
    value: Callable[[Facts, Words], Value]
    properties: frozenset[str] = frozenset()
    laws: tuple[str, ...] = ()
    failing: bool = False


def _truth(question: Callable[[Facts], bool | None]) -> Callable[[Facts, Words], Value]:
    def value(facts: Facts, word: Words) -> Value:
        answer = question(facts) if facts.record else None
        return NOTHING if answer is None else Value(word("yes" if answer else "no"), float(answer))

    return value


def _criterion(name: str) -> Callable[[Facts, Words], Value]:
    return _truth(lambda facts: name in facts.met)


def _law(name: str) -> Callable[[Facts, Words], Value]:
    def answer(facts: Facts) -> bool | None:
        rows = facts.laws(name)
        return all(row.holds for row in rows) if rows else None

    return _truth(answer)


def _family(facts: Facts, word: Words) -> Value:
    return Value(word(f"family-{facts.method.family}"), float(FAMILIES.index(facts.method.family)))


def _published(facts: Facts, word: Words) -> Value:
    if facts.paper is None:
        return NOTHING
    date = facts.paper.first_published
    return Value(date, float(f"{date[:4]}{date[5:7] or '00'}{date[8:10] or '00'}"))


def _enters_at(facts: Facts, word: Words) -> Value:
    hooks = facts.method.enters_at
    shown = word("list-comma").join(word(f"hook-{hook}") for hook in hooks) if hooks else word("hook-nowhere")
    return Value(shown, float(len(hooks)))


def _axes(facts: Facts, word: Words) -> Value:
    if facts.record is None:
        return NOTHING
    axes = max(1, facts.record.interface.position_axes)  # 0: a position is one bare number
    return Value(str(axes), float(axes))


def _limit(facts: Facts, word: Words) -> Value:
    if facts.record is None:
        return NOTHING
    limit = facts.record.interface.position_limit
    return Value(word("limit-none"), math.inf) if limit is None else Value(word("limit-of-build", n=limit), limit)


def _cost(field: str) -> Callable[[Facts, Words], Value]:
    def value(facts: Facts, word: Words) -> Value:
        formula = getattr(facts.method.cost, field)
        return Value(formula, _size(facts.method.id, formula), code=True)

    return value


def _size(method: str, formula: str) -> float | None:
    """The formula's value at the sizes for sorting; None where it is none or names what has no size."""
    builds = STANDARD_BUILDS.get(method, ({},))
    symbols = build_symbols(complete_build(method, builds[0])) if method in STANDARD_BUILDS else {}
    try:
        return Formula(formula).evaluate(symbols | SIZES)
    except FormulaError:
        return None


def _laws_held(facts: Facts, word: Words) -> Value:
    rows = facts.laws()
    if not rows:
        return NOTHING
    held = sum(row.holds for row in rows)
    return Value(f"{held}/{len(rows)}", held / len(rows))


def _models(facts: Facts, word: Words) -> Value:
    return Value(str(len(facts.models)), float(len(facts.models)))


DIMENSIONS: Final[tuple[Dimension, ...]] = (
    Dimension("family", "family", _family),
    Dimension("published", "first-published", _published),
    Dimension("enters-at", "enters-at", _enters_at, frozenset({"enters_at"})),
    Dimension(
        "offsets-alone",
        "criterion-offsets-alone",
        _criterion("offsets-alone"),
        frozenset({"offset_only", "unchanged_by_shift", "shift_noticed"}),
        ("shift_invariant",),
    ),
    Dimension(
        "order-noticed",
        "order-noticed",
        _law("order_noticed"),
        frozenset({"permutation_noticed", "permutation_equivariant"}),
        ("order_noticed",),
    ),
    Dimension(
        "keys-can-be-cached",
        "criterion-keys-can-be-cached",
        _criterion("keys-can-be-cached"),
        frozenset({"cached_decode_matches", "cached_key_same_at_any_position"}),
        ("cached_keys",),
    ),
    Dimension(
        "ordinary-kernel",
        "criterion-ordinary-kernel",
        _criterion("ordinary-kernel"),
        frozenset({"fused_attention_matches", "foldable_into_mask"}),
    ),
    Dimension("learned-parameters", "learned-parameters", _cost("learned_parameters"), frozenset({"parameter_count"})),
    Dimension("buffers", "buffers", _cost("buffers"), frozenset({"stored_numbers"})),
    Dimension(
        "added-operations",
        "added-operations",
        _cost("added_operations"),
        frozenset({"added_operations", "added_share_of_attention", "attention_operations_ratio"}),
    ),
    Dimension("last-position", "last-position", _limit, frozenset({"accepts_position", "rejects_position"})),
    Dimension("axes", "number-of-axes", _axes, frozenset({"same_as_on_line", "axes_add"})),
    Dimension(
        "causal-only",
        "causal-only",
        _truth(lambda facts: facts.record.interface.causal_only if facts.record else None),
    ),
    Dimension("continues-a-trained-rope", "criterion-continues-a-trained-rope", _criterion("continues-a-trained-rope")),
    Dimension("laws-held", "laws-held", _laws_held, failing=True),
    Dimension("models", "used-by", _models),
)

"""Values of dimensions in the words of the site, and what orders them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, get_args

from posatlas.comparing.dimensions import Dimension
from posatlas.comparing.facts import Facts
from posatlas.schema.formulas import Formula, FormulaError
from posatlas.schema.method import Family
from posatlas.schema.properties import STANDARD_BUILDS, build_symbols, complete_build

__all__ = ["NOTHING", "SIZES", "WORDS", "Value", "worded"]

FAMILIES: Final[tuple[str, ...]] = get_args(Family)
SIZES: Final = {"d": 128.0, "h": 32.0, "n": 32.0, "D": 4096.0, "L": 4096.0, "T": 4096.0, "r": 64.0}
"""Sizes at which formulas of costs are worked out for sorting; other symbols are those of the standard build."""

WORDS: Final = {
    "family": "family",
    "published": "first-published",
    "enters-at": "enters-at",
    "offsets-alone": "criterion-offsets-alone",
    "order-noticed": "order-noticed",
    "keys-can-be-cached": "criterion-keys-can-be-cached",
    "ordinary-kernel": "criterion-ordinary-kernel",
    "learned-parameters": "learned-parameters",
    "buffers": "buffers",
    "added-operations": "added-operations",
    "last-position": "last-position",
    "axes": "number-of-axes",
    "causal-only": "causal-only",
    "continues-a-trained-rope": "criterion-continues-a-trained-rope",
    "laws-held": "laws-held",
    "models": "used-by",
}
"""The key of the name of each dimension."""

Words = Callable[..., str]
"""A word of the interface by its key, with values to fill in: `Site.word`."""


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


def worded(dimension: Dimension, facts: Facts, word: Words) -> Value:
    """A method's value in a dimension, in words."""
    value = dimension.value(facts)
    return NOTHING if value is None else _WORDED[dimension.form](value, facts, word)


def _hooks(value: tuple[str, ...], facts: Facts, word: Words) -> Value:
    shown = word("list-comma").join(word(f"hook-{hook}") for hook in value) if value else word("hook-nowhere")
    return Value(shown, float(len(value)))


def _date(value: str, facts: Facts, word: Words) -> Value:
    return Value(value, float(f"{value[:4]}{value[5:7] or '00'}{value[8:10] or '00'}"))


def _limit(value: float, facts: Facts, word: Words) -> Value:
    return Value(word("limit-none") if value == math.inf else word("limit-of-build", n=value), value)


def _share(value: str, facts: Facts, word: Words) -> Value:
    held, _, number = value.partition("/")
    return Value(value, int(held) / int(number))


def _size(method: str, formula: str) -> float | None:
    """The formula's value at the sizes for sorting; None where it is none or names what has no size."""
    builds = STANDARD_BUILDS.get(method, ({},))
    symbols = build_symbols(complete_build(method, builds[0])) if method in STANDARD_BUILDS else {}
    try:
        return Formula(formula).evaluate(symbols | SIZES)
    except FormulaError:
        return None


_WORDED: Final[dict[str, Callable[[Any, Facts, Words], Value]]] = {
    "family": lambda value, facts, word: Value(word(f"family-{value}"), float(FAMILIES.index(value))),
    "date": _date,
    "hooks": _hooks,
    "truth": lambda value, facts, word: Value(word("yes" if value else "no"), float(value)),
    "limit": _limit,
    "formula": lambda value, facts, word: Value(value, _size(facts.method.id, value), code=True),
    "count": lambda value, facts, word: Value(str(value), float(value)),
    "share": _share,
    "members": lambda value, facts, word: Value(str(len(value)), float(len(value))),
}

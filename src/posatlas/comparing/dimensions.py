"""The dimensions in which methods are compared: how the value comes from the records, and which claims bear on it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from posatlas.comparing.facts import Facts
from posatlas.schema import Text

__all__ = ["DIMENSIONS", "Dimension", "Form", "Plain"]

Plain = str | int | float | bool | tuple[str, ...] | None
"""A value as Python has it; None where nothing is recorded or known."""

Form = Literal["family", "date", "hooks", "truth", "limit", "formula", "count", "share", "members"]
"""What a value is: a family; a date; hooks; true or false; the last position of the standard build, infinite where
there is none; a formula of costs; a number; `held/all`; ids."""


@dataclass(frozen=True)
class Dimension:
    """One dimension; `field` is the place in the method's file that holds the value, where one does.

    Claims bear on a method's value if a check of theirs runs one of `properties` on that method, or asks for one of
    `laws`. `failing`: the laws that fail and the largest violation of those that hold, whichever they are.
    """

    id: str
    name: Text
    form: Form
    value: Callable[[Facts], Plain]
    properties: frozenset[str] = frozenset()
    laws: tuple[str, ...] = ()
    failing: bool = False
    field: str = ""


def _criterion(name: str) -> Callable[[Facts], Plain]:
    return lambda facts: name in facts.met if facts.record else None


def _law(name: str) -> Callable[[Facts], Plain]:
    def value(facts: Facts) -> bool | None:
        rows = facts.laws(name)
        return all(row.holds for row in rows) if rows else None

    return value


def _axes(facts: Facts) -> int | None:
    return max(1, facts.record.interface.position_axes) if facts.record else None  # 0: a position is one bare number


def _limit(facts: Facts) -> float | None:
    if facts.record is None:
        return None
    limit = facts.record.interface.position_limit
    return math.inf if limit is None else limit


def _laws_held(facts: Facts) -> str | None:
    rows = facts.laws()
    return f"{sum(row.holds for row in rows)}/{len(rows)}" if rows else None


def _name(zh_hant: str, en: str) -> Text:
    return Text(**{"zh-Hant": zh_hant, "en": en})


DIMENSIONS: Final[tuple[Dimension, ...]] = (
    Dimension("family", _name("家族", "family"), "family", lambda facts: facts.method.family, field="family"),
    Dimension(
        "published",
        _name("首次公開", "first published"),
        "date",
        lambda facts: facts.paper.first_published if facts.paper else None,
    ),
    Dimension(
        "enters-at",
        _name("位置從哪裡進入", "where position enters"),
        "hooks",
        lambda facts: tuple(facts.method.enters_at),
        frozenset({"enters_at"}),
        field="enters_at",
    ),
    Dimension(
        "offsets-alone",
        _name("輸出只看位移", "outputs see offsets alone"),
        "truth",
        _criterion("offsets-alone"),
        frozenset({"offset_only", "unchanged_by_shift", "shift_noticed"}),
        ("shift_invariant",),
    ),
    Dimension(
        "order-noticed",
        _name("看得出順序", "order is noticed"),
        "truth",
        _law("order_noticed"),
        frozenset({"permutation_noticed", "permutation_equivariant"}),
        ("order_noticed",),
    ),
    Dimension(
        "keys-can-be-cached",
        _name("鍵可以快取", "keys can be cached"),
        "truth",
        _criterion("keys-can-be-cached"),
        frozenset({"cached_decode_matches", "cached_key_same_at_any_position"}),
        ("cached_keys",),
    ),
    Dimension(
        "ordinary-kernel",
        _name("用一般的注意力 kernel", "an ordinary attention kernel serves"),
        "truth",
        _criterion("ordinary-kernel"),
        frozenset({"fused_attention_matches", "foldable_into_mask"}),
    ),
    Dimension(
        "learned-parameters",
        _name("學習參數", "learned parameters"),
        "formula",
        lambda facts: facts.method.cost.learned_parameters,
        frozenset({"parameter_count"}),
        field="cost.learned_parameters",
    ),
    Dimension(
        "buffers",
        _name("儲存的常數", "stored constants"),
        "formula",
        lambda facts: facts.method.cost.buffers,
        frozenset({"stored_numbers"}),
        field="cost.buffers",
    ),
    Dimension(
        "added-operations",
        _name("增加的運算", "added operations"),
        "formula",
        lambda facts: facts.method.cost.added_operations,
        frozenset({"added_operations", "added_share_of_attention", "attention_operations_ratio"}),
        field="cost.added_operations",
    ),
    Dimension(
        "last-position",
        _name("位置的上限", "limit of positions"),
        "limit",
        _limit,
        frozenset({"accepts_position", "rejects_position"}),
    ),
    Dimension(
        "axes", _name("位置的軸數", "axes of a position"), "count", _axes, frozenset({"same_as_on_line", "axes_add"})
    ),
    Dimension(
        "causal-only",
        _name("只定義因果注意力", "causal attention only"),
        "truth",
        lambda facts: facts.record.interface.causal_only if facts.record else None,
    ),
    Dimension(
        "continues-a-trained-rope",
        _name("接續訓練好的 RoPE 模型", "continues a model trained with RoPE"),
        "truth",
        _criterion("continues-a-trained-rope"),
    ),
    Dimension("laws-held", _name("成立的定律", "laws that hold"), "share", _laws_held, failing=True),
    Dimension(
        "models",
        _name("使用它的模型", "models that use it"),
        "members",
        lambda facts: tuple(model.id for model in facts.models),
    ),
)

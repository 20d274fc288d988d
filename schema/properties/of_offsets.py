"""Properties of learned and fixed biases that follow the offset between query and key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_OFFSETS"]

BY_OFFSET: Final = frozenset(
    {"swin-bias", "swinv2-log-cpb", "dynamic-position-bias", "tisa", "kerple", "sandwich"}
)
ON_A_LINE: Final = frozenset({"dynamic-position-bias", "tisa", "kerple", "sandwich"})

_SET: Final = Argument(
    "build",
    "Learned numbers to set, by name: one value everywhere, or nested lists; the others stay at their start. "
    "Left out: all of them are away from their start.",
    default=None,
)
_WITHIN: Final = Argument("number", "Largest difference allowed.", minimum=0, maximum=1, default=1e-12)
_OFFSETS: Final = Argument(
    "numbers", "Offsets, query - key; row and column in turn where a position has two axes.", repeats=True
)
_LENGTH: Final = Argument(
    "integer", "Offsets up to this many tokens; in a table, as far as it goes.", minimum=2, maximum=20_000
)
_MOST_OFFSETS: Final = 1 << 16


def _numbers_or_formula(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if (given["numbers"] is None) == (given["equals"] is None):
        yield "give numbers or equals, and not both"


def _few_enough(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    axes = build.get("axes", 2 if "coordinates" in build else 1)
    if (2 * given["length"] + 1) ** axes > _MOST_OFFSETS:
        yield f"there are more than {_MOST_OFFSETS:,} offsets along {axes} axes: give a smaller length"


def _one_axis(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if build.get("axes", 1) != 1:
        yield "this looks along one axis: build with axes: 1"


OF_OFFSETS: Final = (
    PropertyDeclaration(
        "at_offsets",
        "offsets",
        "A quantity of offsets (bias_at, index, log_coordinates) is, at these offsets, this list of numbers, or equals "
        "the formula; heads come first.",
        bilingual(
            "這個量與預期的最大差；只有一個數時是這個數",
            "largest difference of the quantity from what is expected; where it is one number, that number",
        ),
        BY_OFFSET,
        {
            "quantity": Argument("text", "Public method that takes offsets.", default="bias_at"),
            "offsets": _OFFSETS,
            "parameters": _SET,
            "equals": Argument("formula", "Expected; i counts the numbers from 0.", symbols=("i",), default=None),
            "numbers": Argument("numbers", "Expected, one after the other.", repeats=True, default=None),
            "within": _WITHIN,
        },
        further=_numbers_or_formula,
    ),
    PropertyDeclaration(
        "logit_at",
        "offsets",
        "A query and a key along one unit vector, of these sizes, have in every head the logit that the formula gives.",
        bilingual(
            "logit 與公式的最大差，取各頭中最大者",
            "largest difference of a logit from the formula, over the heads",
        ),
        BY_OFFSET | {"fire"},
        {
            "offset": _OFFSETS,
            "first": Argument(
                "integer",
                "Position of the earlier of the two, along each axis.",
                minimum=0,
                maximum=1_000_000,
                default=0,
            ),
            "query": Argument("number", "The query is this many times the unit vector."),
            "key": Argument("number", "The key is this many times the unit vector."),
            "parameters": _SET,
            "equals": Argument("formula", "Expected, in i, the head from 0, and d.", symbols=("i", "d")),
            "head_dim": Argument("integer", "Head width d.", minimum=2, maximum=512, default=10),
            "within": _WITHIN,
        },
    ),
    PropertyDeclaration(
        "accepts_offset",
        "offsets",
        "A query that looks at a key at this offset gets a finite logit, a finite output and no error.",
        bilingual(
            "該位移的 logit 與注意力輸出是否有限；出錯時是錯誤的類型",
            "whether logit and output of attention at the offset are finite; the type of the error where one is raised",
        ),
        BY_OFFSET | {"fire"},
        {"offset": _OFFSETS},
    ),
    PropertyDeclaration(
        "bias_even",
        "offsets",
        "In every head an offset and its opposite have the same bias.",
        bilingual(
            "一個位移與相反位移的偏置的最大差",
            "largest difference of the bias between an offset and its opposite",
        ),
        BY_OFFSET,
        {"length": _LENGTH, "parameters": _SET},
        further=_few_enough,
    ),
    PropertyDeclaration(
        "bias_falls_with_distance",
        "offsets",
        "In every head the bias of keys before the query falls from each distance to the next, up to the length.",
        bilingual(
            "距離多一時偏置下降的最小量；負數表示上升",
            "smallest fall of the bias from one distance to the next; negative where it rises",
        ),
        ON_A_LINE,
        {"length": _LENGTH, "parameters": _SET},
        further=_one_axis,
    ),
    PropertyDeclaration(
        "bias_between",
        "offsets",
        "At every offset up to the length, both ways, each head's bias lies between the bounds.",
        bilingual(
            "最超出或最接近界限的那個偏置",
            "the bias farthest beyond the bounds, or nearest to them",
        ),
        BY_OFFSET,
        {
            "length": _LENGTH,
            "parameters": _SET,
            "least": Argument("formula", "Lower bound, inclusive."),
            "most": Argument("formula", "Upper bound, inclusive."),
        },
        further=_few_enough,
    ),
    PropertyDeclaration(
        "conditionally_positive_definite",
        "offsets",
        "The matrix of biases of the positions 0 to length - 1, its symmetric part where it is not symmetric, has no "
        "negative eigenvalue on vectors whose entries add up to 0, in any head.",
        bilingual(
            "在各分量和為 0 的向量上最小的特徵值，除以整個矩陣特徵值的最大絕對值",
            "smallest eigenvalue on vectors whose entries add up to 0, over the largest in size of the whole matrix",
        ),
        ON_A_LINE,
        {
            "length": Argument("integer", "Number of positions.", minimum=3, maximum=256),
            "parameters": _SET,
        },
        further=_one_axis,
    ),
    PropertyDeclaration(
        "same_as_table",
        "offsets",
        "Inside a window the logits are those of swin-bias with this method's biases as its table.",
        bilingual(
            "視窗內 logit 的最大差",
            "largest difference of a logit inside the window",
        ),
        frozenset({"swinv2-log-cpb", "dynamic-position-bias"}),
        {
            "side": Argument("integer", "Rows, and columns, of the window.", minimum=2, maximum=12),
            "parameters": _SET,
        },
        further=lambda build, given: (
            [] if build.get("axes", 2) == 2 else ["a window has two axes: build with axes: 2"]
        ),
    ),
    PropertyDeclaration(
        "distance_of_pairs",
        "offsets",
        "The normalised distance of each query to each key is this list of numbers, row by row, or equals the formula.",
        bilingual(
            "正規化距離與預期的最大差；只有一個數時是這個數",
            "largest difference of the normalised distance from what is expected; where it is one number, that number",
        ),
        frozenset({"fire"}),
        {
            "queries": Argument("numbers", "Positions of queries.", repeats=True),
            "keys": Argument("numbers", "Positions of keys.", repeats=True),
            "parameters": _SET,
            "equals": Argument("formula", "Expected; i counts the numbers from 0.", symbols=("i",), default=None),
            "numbers": Argument("numbers", "Expected, one after the other.", repeats=True, default=None),
            "within": _WITHIN,
        },
        further=_numbers_or_formula,
    ),
)

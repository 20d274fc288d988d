"""Properties of slopes and biases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.arguments import BELOW, PAIR
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_BIASES"]

ALIBI: Final = frozenset({"alibi"})

_BIAS_LENGTH: Final = Argument(
    "integer", "Number of tokens, at positions 0 to length - 1.", minimum=3, maximum=256
)


def _three_heads(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if build["heads"] < 3:
        yield "a ratio is constant only if there are two ratios: take 3 heads or more"


def _two_heads(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if build["heads"] < 2:
        yield "one slope is always distinct: take 2 heads or more"


def _slope_exists(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if not 0 <= given["slope_index"] < build["heads"]:
        yield f"slope_index counts from 0 and is below the {build['heads']} heads"
    if given["length"] <= given["distance"]:
        yield "length must be larger than distance"


OF_BIASES: Final = (
    PropertyDeclaration(
        "slopes_equal",
        "bias",
        "The slope of each head equals the formula, both as stated and as read from the bias.",
        bilingual(
            "斜率與公式的最大相對差；宣告的與偏置呈現的都算",
            "largest relative difference of a slope from the formula, as stated or as read from the bias",
        ),
        ALIBI,
        {"formula": Argument("formula", "Slope of head i, counted from 0, in i and n.", symbols=PAIR)},
    ),
    PropertyDeclaration(
        "slopes_geometric",
        "bias",
        "The ratio of one head's slope to the one before is the same for all heads.",
        bilingual(
            "相鄰兩頭斜率的比值與第一個比值的最大相對差",
            "largest relative difference of a ratio of neighbouring heads' slopes from the first ratio",
        ),
        ALIBI,
        further=_three_heads,
    ),
    PropertyDeclaration(
        "slopes_distinct", "bias", "No two heads have the same slope.",
        bilingual(
            "兩個斜率之間的最小相對差",
            "smallest relative difference of two slopes",
        ),
 ALIBI, further=_two_heads
    ),
    PropertyDeclaration(
        "bias_equals",
        "bias",
        "The bias of query i and key j in a head of slope m equals the formula.",
        bilingual(
            "偏置與公式的最大差",
            "largest difference of a bias from the formula",
        ),
        ALIBI,
        {
            "formula": Argument("formula", "Bias, in m, i, j.", symbols=("m", "i", "j")),
            "length": _BIAS_LENGTH,
            "keys": Argument(
                "choice",
                "earlier: keys up to the query's own position; all: also later ones.",
                choices=("earlier", "all"),
                default="earlier",
            ),
        },
    ),
    PropertyDeclaration(
        "bias_nonpositive",
        "bias",
        "The bias of every key up to the query's position is zero or negative.",
        bilingual(
            "查詢位置以內的鍵的最大偏置",
            "largest bias of a key up to the query's position",
        ),
        ALIBI,
        {"length": _BIAS_LENGTH},
    ),
    PropertyDeclaration(
        "bias_step_shrinks",
        "bias",
        "In every head the bias flattens: its step from one distance to the next ends at less than half of "
        "the first.",
        bilingual(
            "偏置最後一步與第一步的比值，取各頭中最大者",
            "ratio of the last step of the bias to its first; of all heads, the largest",
        ),
        ALIBI,
        {"length": Argument(**{**vars(_BIAS_LENGTH), "maximum": 8192})},
    ),
    PropertyDeclaration(
        "weight_beyond_distance_below",
        "bias",
        "With equal logits before the bias, all attention weight further back than the distance adds up to "
        "less than "
        "the bound.",
        bilingual(
            "超過該距離的鍵的注意力權重總和；全部權重是 1",
            "sum of the attention weights of keys further back than the distance; all weights add up to 1",
        ),
        ALIBI,
        {
            "slope_index": Argument("integer", "Head, counted from 0.", minimum=0, maximum=255),
            "distance": Argument("integer", "Distance in tokens.", minimum=0, maximum=65_535),
            "below": BELOW,
            "length": Argument("integer", "Number of keys.", minimum=2, maximum=65_536, default=8192),
        },
        further=_slope_exists,
    ),
    PropertyDeclaration(
        "bias_determined_by",
        "bias",
        "Within each head, over the keys up to the query, the bias is a function of the named quantity "
        "alone.",
        bilingual(
            "該量相同時，一個頭的偏置最大值減最小值，取最大者",
            "largest minus smallest bias of a head where the named quantity is the same, for the value where "
            "this is most",
        ),
        ALIBI | {"t5-relative-bias"},
        {
            "by": Argument(
                "choice",
                "head: one number a head; query or key: its position; offset: the distance.",
                choices=("head", "query", "key", "offset"),
            ),
            "length": _BIAS_LENGTH,
        },
    ),
    PropertyDeclaration(
        "weight_beyond_distance_above",
        "bias",
        "With equal logits before the bias, all attention weight further back than the distance adds up to "
        "more than "
        "the bound.",
        bilingual(
            "超過該距離的鍵的注意力權重總和；全部權重是 1",
            "sum of the attention weights of keys further back than the distance; all weights add up to 1",
        ),
        ALIBI,
        {
            "slope_index": Argument("integer", "Head, counted from 0.", minimum=0, maximum=255),
            "distance": Argument("integer", "Distance in tokens.", minimum=0, maximum=65_535),
            "above": Argument("number", "Lower bound, exclusive."),
            "length": Argument("integer", "Number of keys.", minimum=2, maximum=65_536, default=8192),
        },
        further=_slope_exists,
    ),
)

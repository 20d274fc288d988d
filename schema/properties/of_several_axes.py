"""Properties of methods whose positions have several axes, and of words as waves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.builds import other_build_problems
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_SEVERAL_AXES"]

AXES: Final[Mapping[str, int]] = {
    "rope-2d": 2,
    "rope-axial-2d": 2,
    "rope-mixed": 2,
    "mrope": 3,
    "interleaved-mrope": 3,
    "sinusoidal-2d": 2,
}
TABLE: Final = frozenset({"sinusoidal-2d"})
ROTARY: Final = frozenset(AXES) - TABLE
MIXED: Final = frozenset({"rope-mixed"})
WAVE: Final = frozenset({"complex-word-order"})
EMBEDDED: Final = frozenset({"complex-word-order", "sinusoidal"})

_OTHER: Final = {
    "method": Argument("text", "The other method."),
    "options": Argument("build", "Options of the other method."),
}
_DIFFERENCE: Final = bilingual(
    "logit 之間的最大差，除以 logit 的大小", "largest difference between logits, over the size of the logits"
)
_LEARNED: Final = Argument(
    "choice",
    "start: what is learned is as it starts; moved: with random numbers added.",
    choices=("start", "moved"),
    default="moved",
)


def _moves(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if not any(given["shift"]):
        yield "shift moves nothing; give a number other than 0"


def _vector(description: str) -> Argument:
    return Argument("numbers", description, minimum=-1_000_000, maximum=1_000_000, repeats=True)


OF_SEVERAL_AXES: Final = (
    PropertyDeclaration(
        "same_as_on_line",
        "axes",
        "Tokens on a line through the grid, token m at origin + m * line, get the logits of the other method, which "
        "knows one axis, at positions m.",
        _DIFFERENCE,
        ROTARY,
        {
            **_OTHER,
            "line": _vector("Step of the line along each axis."),
            "origin": Argument(**{**vars(_vector("Where m = 0 lies; left out: 0 on all axes.")), "default": None}),
            "parameters": Argument(
                "build", "Learned numbers to set, by name, each to one value everywhere.", default=None
            ),
        },
        further=other_build_problems,
    ),
    PropertyDeclaration(
        "same_as_with_axes",
        "axes",
        "It gives the logits of the other method, whose positions have the same axes in this order.",
        _DIFFERENCE,
        ROTARY,
        {
            **_OTHER,
            "order": Argument("integers", "The axis of this method that each axis of the other reads.", minimum=0),
        },
        further=other_build_problems,
    ),
    PropertyDeclaration(
        "starts_as",
        "axes",
        "With the frequencies that it starts with for one direction, the same in all heads, it gives the logits of the "
        "other method.",
        _DIFFERENCE,
        MIXED,
        {"direction": Argument("number", "Direction in radians."), **_OTHER},
        further=other_build_problems,
    ),
    PropertyDeclaration(
        "start_is",
        "axes",
        "Started along this direction, that pair of channels has these frequencies in every head.",
        bilingual("與公式的最大差", "largest difference from the formulas"),
        MIXED,
        {
            "direction": Argument("number", "Direction in radians."),
            "pair": Argument("integer", "Which pair of channels, from 0.", minimum=0, maximum=511),
            "y": Argument("formula", "Radians a row."),
            "x": Argument("formula", "Radians a column."),
        },
    ),
    PropertyDeclaration(
        "starts_in_drawn_directions",
        "axes",
        "A fresh build starts each head along a direction of its own, and the directions are spread evenly over the "
        "circle.",
        bilingual(
            "方向的分布與均勻分布的最大差（累積機率）；頻率不合起始的形式時，是與它的最大差",
            "largest difference of the directions' distribution function from the uniform one; where frequencies are "
            "not as they start, their largest difference from that",
        ),
        MIXED,
    ),
    PropertyDeclaration(
        "unchanged_by_shift",
        "axes",
        "Moving all positions by the same vector changes no logit; where a table is added, no product of two rows.",
        bilingual(
            "logit（或內積）的最大變化，除以它們的大小",
            "largest change of a logit or product, over the size of these",
        ),
        frozenset(AXES) | {"random-fourier-features", "learnable-fourier"},
        {"shift": _vector("How far to move along each axis.")},
        further=_moves,
    ),
    PropertyDeclaration(
        "axes_add",
        "axes",
        "A logit (where a table is added, the product of two rows) is a sum of terms that see one axis each: its "
        "mixed second difference in any two axes is 0.",
        bilingual(
            "兩個軸的混合二階差分的最大值，除以 logit（或內積）的大小",
            "largest mixed second difference in two axes, over the size of the logits or products",
        ),
        frozenset(AXES),
    ),
    PropertyDeclaration(
        "quantity_at",
        "axes",
        "A named quantity at one position with several axes is this list of numbers.",
        bilingual("與預期的數的最大差", "largest difference from the numbers expected"),
        frozenset(AXES),
        {
            "quantity": Argument("text", "angles or table."),
            "position": _vector("The position, one number an axis; one number alone for text."),
            "numbers": Argument("numbers", "What is expected.", repeats=True),
            "within": Argument("number", "Largest difference allowed.", minimum=0, maximum=1, default=1e-12),
        },
    ),
    PropertyDeclaration(
        "half_of_table_is",
        "axes",
        "That half of the channels is the one-dimensional sinusoidal code, half as wide, of a coordinate.",
        bilingual("與一維正弦編碼的最大差", "largest difference from the one-dimensional sinusoidal code"),
        TABLE,
        {
            "half": Argument("choice", "Which half of the channels.", choices=("first", "second")),
            "axis": Argument("integer", "0 for the row y, 1 for the column x.", minimum=0, maximum=1),
            "coordinate": Argument("formula", "What stands for m, row or column.", symbols=("m",), default="m"),
        },
    ),
    PropertyDeclaration(
        "table_rank",
        "axes",
        "The vectors of all cells of a grid span a space of this dimension, as far as singular values above 1e-9 of "
        "the largest tell.",
        bilingual("格子各點的向量所張的空間的維數", "dimension of the space that the vectors of the grid span"),
        TABLE,
        {
            "grid_rows": Argument("integer", "Rows of the grid.", minimum=2, maximum=64),
            "grid_columns": Argument("integer", "Columns of the grid.", minimum=2, maximum=64),
            "equals": Argument("formula", "Expected dimension."),
        },
    ),
    PropertyDeclaration(
        "embeds_in_steps",
        "axes",
        "A token embedded at one position, and the result at another, is the token embedded at their sum.",
        bilingual("兩次嵌入與一次嵌入的最大差", "largest difference between two steps and one"),
        EMBEDDED,
        {
            "first": Argument("integer", "First position.", minimum=0, maximum=100_000),
            "second": Argument("integer", "Second position.", minimum=0, maximum=100_000),
        },
    ),
    PropertyDeclaration(
        "word_product_offset_only",
        "axes",
        "The dot product of the embeddings of two words keeps its value when both positions move by the shift.",
        bilingual("內積的最大變化", "largest change of a dot product"),
        WAVE,
        {
            "words": Argument("integers", "The two words.", minimum=0, maximum=1000, count=2, repeats=True),
            "shift": Argument("integer", "Positions to move by.", minimum=1, maximum=1_000_000),
            "learned": _LEARNED,
        },
    ),
    PropertyDeclaration(
        "words_differ",
        "axes",
        "One vector, moved from position 0 to this one, comes out differently for the two words.",
        bilingual("兩個詞在同一位置的向量之間的最大差", "largest difference between the vectors of the two words"),
        WAVE,
        {
            "words": Argument("integers", "The two words.", minimum=0, maximum=1000, count=2),
            "position": Argument("integer", "The position.", minimum=0, maximum=1_000_000),
            "learned": _LEARNED,
        },
    ),
)

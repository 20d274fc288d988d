"""Properties of vectors that are added to embeddings, of random draws, and of how learned numbers start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.builds import BUILDS
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_ABSOLUTE"]

ALL: Final = frozenset(BUILDS)
DRAWING: Final = frozenset({"shape", "cape", "randomized-pe"})
ADDED: Final = DRAWING | {
    "sinusoidal",
    "learned-absolute",
    "learned-row-interpolation",
    "scaled-sinusoidal",
    "random-fourier-features",
    "learnable-fourier",
    "universal-transformer-coordinate",
}
_WHAT: Final = Argument(
    "choice",
    "What is looked at: a number drawn, the positions that tokens get, or the steps between neighbours.",
    choices=("shift", "jitter", "log_scale", "positions", "steps"),
)
_TOKENS: Final = Argument("integer", "Number of tokens, at positions 0 to length - 1.", minimum=1, maximum=256)


def _two_positions(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    axes = build.get("axes", 1)
    if len(given["positions"]) != 2 * axes:
        yield f"positions are two, of {axes} numbers each: {2 * axes} numbers in a row"


OF_ABSOLUTE: Final = (
    PropertyDeclaration(
        "table_product_equals",
        "absolute",
        "The product of the vectors that are added at two positions equals the formula.",
        bilingual("兩個位置的向量的內積", "product of the vectors of the two positions"),
        ADDED,
        {
            "positions": Argument("numbers", "The two positions; with axes, one after the other.", repeats=True),
            "equals": Argument("formula", "Expected product, from the options."),
            "within": Argument("number", "Largest relative difference.", minimum=0, maximum=1, default=1e-9),
            "step": Argument("integer", "Recurrent step, from 0.", minimum=0, maximum=1000, default=0),
        },
        further=_two_positions,
    ),
    PropertyDeclaration(
        "drawn_between",
        "absolute",
        "In training, over 2,000 draws, what is drawn never leaves the bounds and, unless `reaches` is false, comes "
        "as near to both as `within` says.",
        bilingual("2,000 次抽取中的最小值與最大值", "smallest and largest of 2,000 draws"),
        DRAWING,
        {
            "what": _WHAT,
            "length": _TOKENS,
            "least": Argument("formula", "Lower bound, inclusive."),
            "most": Argument("formula", "Upper bound, inclusive."),
            "within": Argument("number", "Largest distance of the extremes from the bounds.", minimum=0, default=0),
            "reaches": Argument("boolean", "Whether both bounds must be met.", default=True),
        },
    ),
    PropertyDeclaration(
        "drawn_mean",
        "absolute",
        "In training, the mean of what is drawn, over 2,000 draws, equals the formula within five standard errors.",
        bilingual("2,000 次抽取的平均", "mean of 2,000 draws"),
        DRAWING,
        {
            "what": _WHAT,
            "length": _TOKENS,
            "index": Argument("integer", "Which of the numbers, from 0.", minimum=0, default=0),
            "equals": Argument("formula", "Expected mean; N is the number of tokens.", symbols=("N",)),
        },
    ),
    PropertyDeclaration(
        "batch_shares_draw",
        "absolute",
        "Sequences of one batch, at the same positions, are given the same vectors.",
        bilingual(
            "16 次抽取中，同一批兩個相同序列的向量之間的最大差",
            "largest difference between the vectors of two equal sequences of a batch, over 16 draws",
        ),
        DRAWING,
        {
            "length": _TOKENS,
            "training": Argument("boolean", "In training mode.", default=True),
        },
    ),
    PropertyDeclaration(
        "redrawn",
        "absolute",
        "Another state of the generator gives other vectors; the same state gives the same ones.",
        bilingual(
            "換 15 個亂數種子時向量的最大差；同一個種子就不同時，寫 not repeatable",
            "largest difference of the vectors under 15 other seeds; not repeatable where the same seed gives others",
        ),
        DRAWING,
        {
            "length": _TOKENS,
            "training": Argument("boolean", "In training mode.", default=True),
        },
    ),
    PropertyDeclaration(
        "initial_spread",
        "absolute",
        "What is learned or stored starts as random numbers of this mean and standard deviation.",
        bilingual("開始時的標準差", "standard deviation at the start"),
        ALL,
        {
            "name": Argument("text", "Name of the parameter or buffer, as in the state."),
            "deviation": Argument("formula", "Expected standard deviation."),
            "mean": Argument("formula", "Expected mean.", default=0),
            "within": Argument(
                "number", "Largest difference, in standard deviations.", minimum=0, maximum=1, default=0.05
            ),
        },
    ),
)

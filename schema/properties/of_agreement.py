"""Properties of agreement: with a second opinion, with the parent of a method, and of named quantities with
formulas and numbers."""

from __future__ import annotations

from typing import Final

from posatlas.schema.laws import LAWS
from posatlas.schema.properties.builds import BUILDS, other_build_problems
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_AGREEMENT"]

ALL: Final = frozenset(BUILDS)

_LENGTH: Final = Argument(
    "integer",
    "Context length in force; left out: just what the positions need.",
    minimum=1,
    maximum=10_000_000,
    default=None,
)
_LAYER: Final = Argument("integer", "Index of the layer, from 0.", minimum=0, maximum=1000, default=None)
_QUANTITY: Final = Argument("text", "Public method or attribute of the implementation: slopes, mscale or bucket.")
_ARGUMENTS: Final = Argument(
    "numbers", "Arguments of the quantity, in order; none for an attribute.", repeats=True, default=None
)
_INDEX: Final = Argument("integer", "Which number of the quantity, from 0; left out: all.", default=None)
_WITHIN: Final = Argument("number", "Largest difference allowed.", minimum=0, maximum=1, default=1e-12)
_QUANTITY_MEASURES: Final = bilingual(
    "這個量與預期的最大差；只有一個數時是這個數",
    "largest difference of the quantity from what is expected; where it is one number, that number",
)


_OTHER: Final = {
    "method": Argument("text", "The other method."),
    "options": Argument("build", "Options of the other method."),
}

OF_AGREEMENT: Final = (
    PropertyDeclaration(
        "agrees_with_oracle",
        "oracle",
        "Embeddings, logits and outputs equal those of the equation written out in plain float64 loops, apart from "
        "the implementation, over positions near, out of order and far out, with learned numbers away from their "
        "start.",
        bilingual(
            "與另外寫成的純 NumPy 程式的最大差，除以數的大小",
            "largest difference from the equation written apart in plain NumPy, over the size of the numbers",
        ),
        ALL,
        {
            "length": _LENGTH,
            "layer": _LAYER,
            "step": Argument("integer", "Recurrent step, from 0.", minimum=0, maximum=1000, default=None),
            "training": Argument("boolean", "In training mode, where a method may draw at random.", default=False),
        },
    ),
    PropertyDeclaration(
        "same_as",
        "descent",
        "With this setting the method gives the embeddings, logits and outputs of the other method.",
        bilingual(
            "兩個方法的嵌入、logit 與輸出之間的最大差，除以數的大小",
            "largest difference between the two methods' embeddings, logits and outputs, over the size of the numbers",
        ),
        ALL,
        {
            **_OTHER,
            "parameters": Argument(
                "build", "Learned numbers to set, by name, each to one value everywhere.", default=None
            ),
            "length": _LENGTH,
            "layer": _LAYER,
        },
        further=other_build_problems,
    ),
    PropertyDeclaration(
        "same_outputs_as",
        "descent",
        "With this setting the method gives the outputs of the other method; logits may differ along whole rows.",
        bilingual("兩個方法的注意力輸出之間的最大差", "largest difference between the two methods' outputs"),
        ALL,
        _OTHER,
        further=other_build_problems,
    ),
    PropertyDeclaration(
        "quantity_equals",
        "quantities",
        "A named quantity equals the formula: each of its numbers, or the one with the index.",
        _QUANTITY_MEASURES,
        ALL,
        {
            "quantity": _QUANTITY,
            "arguments": _ARGUMENTS,
            "index": _INDEX,
            "equals": Argument(
                "formula", "Expected, from the options; i is the index, from 0.", symbols=("i", "count")
            ),
            "within": _WITHIN,
        },
    ),
    PropertyDeclaration(
        "quantity_is",
        "quantities",
        "A named quantity is this list of numbers, or the one with the index is this number.",
        _QUANTITY_MEASURES,
        ALL,
        {
            "quantity": _QUANTITY,
            "arguments": _ARGUMENTS,
            "index": _INDEX,
            "numbers": Argument("numbers", "What is expected.", repeats=True),
            "within": _WITHIN,
        },
    ),
    PropertyDeclaration(
        "quantity_between",
        "quantities",
        "Every number of a named quantity, or the one with the index, lies between the bounds.",
        bilingual("最超出或最接近界限的那個數", "the number farthest beyond the bounds, or nearest to them"),
        ALL,
        {
            "quantity": _QUANTITY,
            "arguments": _ARGUMENTS,
            "index": _INDEX,
            "least": Argument("formula", "Lower bound, inclusive.", default=None),
            "most": Argument("formula", "Upper bound, inclusive.", default=None),
        },
        further=lambda build, given: (
            ["give least, most or both"] if given["least"] is None and given["most"] is None else []
        ),
    ),
    PropertyDeclaration(
        "quantity_rises",
        "quantities",
        "The numbers of a named quantity rise, or fall, from each to the next.",
        bilingual("相鄰兩個數之間最小的一步", "smallest step from one number to the next"),
        ALL,
        {
            "quantity": _QUANTITY,
            "arguments": _ARGUMENTS,
            "direction": Argument("choice", "up or down.", choices=("up", "down"), default="up"),
            "strictly": Argument("boolean", "Whether equal neighbours are a failure.", default=True),
        },
    ),
    PropertyDeclaration(
        "obeys",
        "obeying",
        "The method obeys a law that every encoding is held to, in this build.",
        bilingual("違反這條定律的最大差", "largest violation of the law"),
        ALL,
        {"law": Argument("choice", "Name of the law.", choices=tuple(LAWS))},
    ),
    PropertyDeclaration(
        "breaks",
        "obeying",
        "The method breaks a law that encodings are held to, in this build: the violation is more than rounding.",
        bilingual("違反這條定律的最大差", "largest violation of the law"),
        ALL,
        {"law": Argument("choice", "Name of the law.", choices=tuple(LAWS))},
    ),
    PropertyDeclaration(
        "has_quantity",
        "quantities",
        "The implementation has this quantity.",
        bilingual("有沒有這個量", "whether the quantity is there"),
        ALL,
        {"quantity": _QUANTITY},
    ),
)

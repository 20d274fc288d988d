"""Stubs of an implementation and of the second opinion on it, with blanks in place of the mathematics."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from typing import Final

from posatlas.blanks import BLANK

__all__ = ["FOLDER_OF_FAMILY", "class_name", "encoding", "module_name", "oracle"]

FOLDER_OF_FAMILY: Final[Mapping[str, str]] = {
    "absolute": "absolute",
    "relative": "bias",
    "rotary": "rotary",
    "extension": "extension",
    "remapping": "remapping",
    "none": "none",
}
_HOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "embed": ("x: Tensor, positions: Any, ctx: Any = None) -> Tensor", "x with its position: [..., n, width]"),
    "features": (
        "x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor",
        "a query, key or value as attention sees it: [..., heads, n, head_dim]",
    ),
    "passes": (
        "ctx: Any) -> list[tuple[Any, Any, Tensor | None]]",
        "(q positions, k positions, where) of each pass; where: bool [..., nq, nk] or None",
    ),
    "scale": ("q: Tensor, ctx: Any) -> Tensor | float", "the factor on q . k before the bias"),
    "bias": ("q: Tensor, k: Tensor, ctx: Any) -> Tensor", "added to the scaled logits: [..., heads, nq, nk]"),
    "weights": ("logits: Tensor, ctx: Any) -> Tensor", "attention weights: [..., heads, nq, nk]"),
    "values": (
        "weights: Tensor, v: Tensor, ctx: Any) -> Tensor",
        "the output of attention: [..., heads, nq, head_dim]",
    ),
}


def module_name(method: str) -> str:
    """Name of the Python module of a method: my-method gives my_method; a word of Python itself gets a _ after it."""
    name = method.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def class_name(method: str) -> str:
    """Name of the class of a method: my-method gives MyMethod."""
    return "".join(part.capitalize() for part in method.split("-"))


def encoding(method: str, hooks: Sequence[str]) -> str:
    """The stub of an implementation that overrides these hooks; without any, the one for features."""
    chosen = [hook for hook in hooks if hook in _HOOKS] or ["features"]
    bodies = "\n".join(
        f"\n    def {hook}(self, {_HOOKS[hook][0]}:\n        return {BLANK}  # {_HOOKS[hook][1]}" for hook in chosen
    )
    return f'''r"""{BLANK} (one sentence: what the method does to attention)

Equation ({BLANK}: authors, year, number of the equation)

    {BLANK} (the equation in the paper's symbols)

Shapes          {BLANK}
Units           {BLANK}
Dtype           Computed in float64, rounded once to the dtype of q.
Errors          ValueError: {BLANK}
Source          {BLANK} (title of the paper)
In code         {BLANK} (how popular code differs from the paper)
"""
from __future__ import annotations

from typing import Any

from torch import Tensor

from ..base import PositionEncoding, integer


class {class_name(method)}(PositionEncoding):
    """{BLANK}"""

    method = "{method}"

    def __init__(self, heads: int):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
{bodies}
'''


def oracle(method: str) -> str:
    """The stub of a second opinion. Whoever writes it has read the paper and not the implementation."""
    return f'''r"""Second opinion on {method}: {BLANK} (paper and section), one entry at a time in float64.

    {BLANK} (the equation in the paper's symbols)

Write it from the paper alone, in plain loops. It imports neither torch nor the implementation.
"""
import math

from . import plain


def logits(q, k, q_positions, k_positions, options, given):
    """Scaled products of queries and keys with the position in them: float64 [heads, nq, nk]."""
    out = plain.products(q, k, 1 / math.sqrt(len(q[0][0])))
    for row, i in enumerate(q_positions):
        for column, j in enumerate(k_positions):
            for h in range(options["heads"]):
                out[h, row, column] += {BLANK}  # what head h adds for query i and key j
    return out
'''

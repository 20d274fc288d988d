"""Options of the methods that others descend from, and of the simplest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, HEAD_DIM, HEADS, LAYOUT, PAIRING, TABLE_LENGTH, WIDTH
from posatlas.schema.properties.declaration import Argument

__all__ = ["CORE", "CORE_STANDARD"]

CORE: Final[Mapping[str, Mapping[str, Argument]]] = {
    "nope": {},
    "sinusoidal": {"width": WIDTH, "layout": LAYOUT, "base": BASE},
    "learned-absolute": {
        "width": Argument("integer", "Model width D.", minimum=2, maximum=8192),
        "length": TABLE_LENGTH,
    },
    "rope": {"head_dim": HEAD_DIM, "base": BASE, "pairing": PAIRING},
    "alibi": {
        "heads": HEADS,
        "symmetric": Argument(
            "boolean", "Also subtract for keys after the query (not in the paper).", default=False
        ),
        "slope_rule": Argument(
            "choice",
            "code: the authors' rule, special where n is no power of two; paper: 2^(-8(i+1)/n) for every n.",
            choices=("code", "paper"),
            default="code",
        ),
    },
}

CORE_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "nope": ({},),
    "sinusoidal": (
        {"width": 22},
        {"width": 22, "layout": "concatenated", "base": 500.0},
        {"width": 22, "layout": "tensor2tensor"},
    ),
    "learned-absolute": ({"width": 22, "length": 40},),
    "rope": ({"head_dim": 10}, {"head_dim": 10, "base": 500.0, "pairing": "half"}),
    "alibi": (
        {"heads": 6},
        {"heads": 6, "slope_rule": "paper"},
        {"heads": 6, "symmetric": True},
    ),
}

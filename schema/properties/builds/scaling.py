"""Options of extensions that also scale logits, and layer patterns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, FACTOR, HEAD_DIM, ORIGINAL_LENGTH, PAIRING
from posatlas.schema.properties.declaration import Argument

__all__ = ["SCALING", "SCALING_STANDARD"]

_TURNS: Final = "turns within the original length"


def _turns(description: str, default: float) -> Argument:
    return Argument("number", f"{description}, {_TURNS}.", minimum=1e-6, maximum=1e6, default=default)


def _factors(which: str) -> Argument:
    return Argument(
        "numbers",
        f"Factor of each pair in a context {which} the original length.",
        minimum=1e-6,
        maximum=1e6,
        repeats=True,
    )


_SLOW: Final = _turns("Pairs with fewer are divided by the factor", 1.0)
_FAST: Final = _turns("Pairs with more keep their frequency", 32.0)

SCALING: Final[Mapping[str, Mapping[str, Argument]]] = {
    "yarn": {
        "head_dim": HEAD_DIM,
        "base": BASE,
        "pairing": PAIRING,
        "factor": FACTOR,
        "original_length": ORIGINAL_LENGTH,
        "beta_slow": _SLOW,
        "beta_fast": _FAST,
        "ramp": Argument(
            "choice",
            "rotations: linear in turns, as in the paper; dimension: linear in the index of the pair, as in the code.",
            choices=("dimension", "rotations"),
            default="dimension",
        ),
        "truncate": Argument("boolean", "Round the limits of the dimension ramp outwards.", default=True),
        "attention_factor": Argument(
            "number", "In place of 0.1 ln s + 1.", minimum=1e-3, maximum=1e3, default=None
        ),
        "mscale_at": Argument(
            "choice",
            "features: on cosines and sines; scale: its square on the softmax scale.",
            choices=("features", "scale"),
            default="features",
        ),
    },
    "yarn-deepseek": {
        "head_dim": HEAD_DIM,
        "base": BASE,
        "pairing": PAIRING,
        "factor": Argument(**{**vars(FACTOR), "default": 40.0}),
        "original_length": Argument(**{**vars(ORIGINAL_LENGTH), "default": 4096}),
        "beta_slow": _SLOW,
        "beta_fast": _FAST,
        "mscale": Argument("number", "Coefficient above the line of the ratio.", minimum=0, maximum=100, default=1.0),
        "mscale_all_dim": Argument(
            "number", "Coefficient below the line, and of the softmax scale.", minimum=0, maximum=100, default=1.0
        ),
    },
    "longrope": {
        "head_dim": HEAD_DIM,
        "base": BASE,
        "pairing": PAIRING,
        "short_factors": _factors("of up to"),
        "long_factors": _factors("longer than"),
        "original_length": Argument(**{**vars(ORIGINAL_LENGTH), "minimum": 2}),
        "extended_length": Argument("integer", "Length aimed at, in tokens.", minimum=1, maximum=1 << 26),
        "keep_first": Argument(
            "integer", "Positions from 0 that stay plain RoPE.", minimum=0, maximum=1 << 20, default=0
        ),
    },
    "llama4-temperature": {
        "floor_length": Argument(
            "integer", "Tokens from one step to the next.", minimum=1, maximum=1 << 24, default=8192
        ),
        "strength": Argument("number", "Coefficient of the logarithm.", minimum=0, maximum=100, default=0.1),
        "variant": Argument(
            "choice",
            "llama4: steps at m + 1 = kL; ministral: steps at m = kL.",
            choices=("llama4", "ministral"),
            default="llama4",
        ),
    },
    "nope-rope-hybrid": {
        "head_dim": HEAD_DIM,
        "base": BASE,
        "pairing": PAIRING,
        "interval": Argument("integer", "One layer in this many has no position.", minimum=1, maximum=1000, default=4),
    },
}

_LISTS: Final = {"short_factors": [1.0, 1.0, 1.05, 1.2, 1.5], "long_factors": [1.0, 1.3, 2.5, 4.0, 7.25]}

SCALING_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "yarn": (
        {"head_dim": 10, "factor": 4.0, "original_length": 2048},
        {"head_dim": 12, "factor": 3.0, "original_length": 300, "base": 500.0, "pairing": "half", "truncate": False,
         "mscale_at": "scale"},
        {"head_dim": 12, "factor": 8.0, "original_length": 1000, "ramp": "rotations", "attention_factor": 1.3},
    ),
    "yarn-deepseek": (
        {"head_dim": 10},
        {"head_dim": 12, "pairing": "half", "factor": 12.0, "mscale": 0.3, "mscale_all_dim": 0.9},
    ),
    "longrope": (
        {"head_dim": 10, "original_length": 64, "extended_length": 2048, **_LISTS},
        {"head_dim": 10, "original_length": 8, "extended_length": 40, "base": 500.0, "pairing": "half", "keep_first": 4,
         **_LISTS},
    ),
    "llama4-temperature": (
        {},
        {"floor_length": 4, "strength": 0.25, "variant": "ministral"},
        {"floor_length": 3, "strength": 0.25},
    ),
    "nope-rope-hybrid": (
        {"head_dim": 10},
        {"head_dim": 12, "base": 500.0, "pairing": "half", "interval": 3},
    ),
}

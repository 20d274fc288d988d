"""Options of rotations and retention."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from posatlas.schema.properties.builds.options import BASE, HEAD_DIM, HEADS, PAIRING, pairing
from posatlas.schema.properties.declaration import Argument

__all__ = ["ROTARY", "ROTARY_STANDARD"]


def _rotary_dim(minimum: int, **default: Any) -> Argument:
    return Argument("integer", "Channels that rotate, r.", minimum=minimum, maximum=1024, even=True, **default)


def _fraction(default: float) -> Argument:
    return Argument("number", "Share p of the pairs that turn, the fast ones.", minimum=0, maximum=1, default=default)


ROTARY: Final[Mapping[str, Mapping[str, Argument]]] = {
    "rope-partial": {"head_dim": HEAD_DIM, "rotary_dim": _rotary_dim(0), "base": BASE, "pairing": PAIRING},
    "p-rope": {"head_dim": HEAD_DIM, "base": BASE, "pairing": PAIRING, "fraction": _fraction(0.75)},
    "proportional-rope": {
        "head_dim": HEAD_DIM,
        "base": BASE,
        "pairing": pairing("half"),
        "fraction": _fraction(0.25),
        "factor": Argument("number", "Divisor of every frequency.", minimum=1e-6, maximum=1e6, default=1.0),
    },
    "xpos": {
        "head_dim": HEAD_DIM,
        "base": BASE,
        "pairing": PAIRING,
        "gamma": Argument("number", "Offset in zeta: larger, less decay.", minimum=1e-6, maximum=1e9, default=0.4),
        "scale_base": Argument("number", "Tokens of distance for one factor of zeta.", minimum=1e-3, default=512.0),
    },
    "retnet-decay": {
        "heads": HEADS,
        "head_dim": HEAD_DIM,
        "base": BASE,
        "spacing": Argument(
            "choice",
            "Frequencies: base^(-2i/d), or those of torchscale, base^(-i/(d/2-1)).",
            choices=("rope", "code"),
            default="rope",
        ),
        "normalise": Argument("boolean", "Apply the three factors of page 5 of the paper.", default=False),
    },
    "pope-polar": {
        "heads": HEADS,
        "head_dim": Argument("integer", "Head width d, odd or even.", minimum=1, maximum=1024),
        "base": BASE,
    },
    "fope": {
        "heads": HEADS,
        "head_dim": HEAD_DIM,
        "length": Argument("integer", "Length L of the training texts, in tokens.", minimum=1, maximum=1 << 24),
        "base": BASE,
        "pairing": pairing("half"),
        "sigma": Argument("number", "Spread of the coefficients.", minimum=0, maximum=10, default=0.3),
        "variant": Argument(
            "choice", "Equation (13), or the listing of appendix B.", choices=("paper", "code"), default="paper"
        ),
    },
    "rope-mla-decoupled": {
        "content_dim": Argument("integer", "Channels without position, c.", minimum=1, maximum=1024, default=128),
        "rotary_dim": _rotary_dim(2, default=64),
        "base": BASE,
        "pairing": PAIRING,
    },
}

ROTARY_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "rope-partial": (
        {"head_dim": 10, "rotary_dim": 6},
        {"head_dim": 10, "rotary_dim": 6, "base": 500.0, "pairing": "half"},
    ),
    "p-rope": (
        {"head_dim": 10},
        {"head_dim": 10, "base": 500.0, "pairing": "half", "fraction": 0.5},
    ),
    "proportional-rope": (
        {"head_dim": 12},
        {"head_dim": 10, "base": 500.0, "pairing": "interleaved", "fraction": 0.7, "factor": 3.0},
    ),
    "xpos": (
        {"head_dim": 10},
        {"head_dim": 10, "base": 500.0, "pairing": "half", "gamma": 1.0, "scale_base": 100.0},
    ),
    "retnet-decay": (
        {"heads": 6, "head_dim": 10},
        {"heads": 6, "head_dim": 10, "base": 500.0, "spacing": "code", "normalise": True},
    ),
    "pope-polar": ({"heads": 6, "head_dim": 10}, {"heads": 6, "head_dim": 11, "base": 500.0}),
    "fope": (
        {"heads": 6, "head_dim": 10, "length": 40},
        {"heads": 6, "head_dim": 12, "length": 900, "base": 500.0, "pairing": "interleaved"},
        {"heads": 6, "head_dim": 12, "length": 900, "base": 500.0, "variant": "code"},
    ),
    "rope-mla-decoupled": (
        {"content_dim": 5, "rotary_dim": 6},
        {"content_dim": 6, "rotary_dim": 4, "base": 500.0, "pairing": "half"},
    ),
}

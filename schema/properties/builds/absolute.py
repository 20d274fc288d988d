"""Options of methods that change the embedding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, LAYOUT, TABLE_LENGTH, WIDTH
from posatlas.schema.properties.declaration import Argument

__all__ = ["ABSOLUTE", "ABSOLUTE_STANDARD"]

_WAVES: Final = {"width": WIDTH, "layout": LAYOUT, "base": BASE}
_TABLE_WIDTH: Final = Argument("integer", "Model width D.", minimum=1, maximum=8192)
_AXES: Final = Argument("integer", "Numbers in a position.", minimum=1, maximum=16, default=1)

ABSOLUTE: Final[Mapping[str, Mapping[str, Argument]]] = {
    "learned-row-interpolation": {
        "width": _TABLE_WIDTH,
        "length": TABLE_LENGTH,
        "factor": Argument(
            "number", "Factor s that positions are divided by.", minimum=1e-3, maximum=1e6, default=1.0
        ),
        "interpolation": Argument(
            "choice", "How neighbouring rows are mixed.", choices=("linear",), default="linear"
        ),
    },
    "scaled-sinusoidal": _WAVES,
    "random-fourier-features": {
        "waves": Argument("integer", "Number m of frequencies; the width is 2m.", minimum=1, maximum=8192),
        "axes": _AXES,
        "sigma": Argument(
            "number", "Standard deviation of the frequencies.", minimum=1e-6, maximum=1e6, default=1.0
        ),
    },
    "learnable-fourier": {
        "width": _TABLE_WIDTH,
        "fourier": Argument(
            "integer", "Features F: cosines and sines together.", minimum=2, maximum=8192, even=True
        ),
        "hidden": Argument("integer", "Units H of the hidden layer.", minimum=1, maximum=8192),
        "axes": _AXES,
        "groups": Argument(
            "integer", "Groups of coordinates, each with a block of channels.", minimum=1, maximum=16, default=1
        ),
        "gamma": Argument(
            "number", "Inverse of the spread that frequencies start with.", minimum=1e-6, maximum=1e6, default=1.0
        ),
    },
    "universal-transformer-coordinate": {"width": WIDTH, "base": BASE},
    "shape": {
        **_WAVES,
        "max_shift": Argument(
            "integer", "Largest shift K drawn in training, in tokens.", minimum=0, maximum=1_000_000, default=500
        ),
        "evaluation_shift": Argument(
            "integer", "Shift outside training, in tokens.", minimum=0, maximum=1_000_000, default=0
        ),
    },
    "cape": {
        **_WAVES,
        "global_shift": Argument(
            "number", "Largest shift of a sequence, either way.", minimum=0, maximum=1e6, default=5.0
        ),
        "local_shift": Argument(
            "number", "Largest jitter of a token, either way.", minimum=0, maximum=1e6, default=0.5
        ),
        "global_scale": Argument(
            "number", "Largest scale of a sequence; the smallest is its inverse.", minimum=1, maximum=1e3, default=1.03
        ),
    },
    "randomized-pe": {
        **_WAVES,
        "maximum": Argument(
            "integer", "Size L of the range that positions are drawn from.", minimum=1, maximum=1 << 20, default=2048
        ),
    },
}

ABSOLUTE_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "learned-row-interpolation": (
        {"width": 22, "length": 40},
        {"width": 22, "length": 40, "factor": 2.5},
        {"width": 22, "length": 90, "factor": 0.5},
    ),
    "scaled-sinusoidal": (
        {"width": 22},
        {"width": 22, "layout": "concatenated", "base": 500.0},
        {"width": 22, "layout": "tensor2tensor"},
    ),
    "random-fourier-features": (
        {"waves": 11},
        {"waves": 11, "sigma": 0.03},
        {"waves": 11, "axes": 2, "sigma": 0.3},
    ),
    "learnable-fourier": (
        {"width": 22, "fourier": 10, "hidden": 7},
        {"width": 22, "fourier": 6, "hidden": 5, "axes": 2, "groups": 2, "gamma": 3.0},
        {"width": 22, "fourier": 6, "hidden": 5, "axes": 2},
    ),
    "universal-transformer-coordinate": ({"width": 22}, {"width": 22, "base": 500.0}),
    "shape": (
        {"width": 22},
        {"width": 22, "layout": "concatenated", "base": 500.0, "max_shift": 9, "evaluation_shift": 9},
        {"width": 22, "layout": "tensor2tensor"},
    ),
    "cape": (
        {"width": 22, "global_scale": 1.1},
        {"width": 22, "layout": "concatenated", "base": 500.0, "global_shift": 30.0, "local_shift": 0.2},
        {"width": 22, "layout": "tensor2tensor"},
    ),
    "randomized-pe": (
        {"width": 22},
        {"width": 22, "layout": "concatenated", "base": 500.0, "maximum": 64},
        {"width": 22, "layout": "tensor2tensor", "maximum": 97},
    ),
}

"""Options of relative biases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, HEADS
from posatlas.schema.properties.declaration import Argument

__all__ = ["BIASES", "BIASES_STANDARD"]


def _units(default: int) -> Argument:
    return Argument("integer", "Units of the hidden layer.", minimum=1, maximum=4096, default=default)


def _window(default: int, minimum: int) -> Argument:
    return Argument(
        "integer", "Rows, and columns, of a window, M.", minimum=minimum, maximum=64, default=default
    )


BIASES: Final[Mapping[str, Mapping[str, Argument]]] = {
    "swin-bias": {"heads": HEADS, "window": _window(7, 1)},
    "swinv2-log-cpb": {
        "heads": HEADS,
        "window": _window(8, 1),
        "hidden": _units(512),
        "coordinates": Argument(
            "choice",
            "code: offsets over M - 1, times 8, log2(1 + |x|) / log2(8); paper: ln(1 + |x|).",
            choices=("code", "paper"),
            default="code",
        ),
    },
    "dynamic-position-bias": {
        "heads": HEADS,
        "width": Argument("integer", "Width inside the network.", minimum=1, maximum=1024),
        "axes": Argument("integer", "Axes of a position.", minimum=1, maximum=4, default=2),
    },
    "tisa": {
        "heads": HEADS,
        "kernels": Argument("integer", "Bell curves a head, S.", minimum=1, maximum=256, default=5),
    },
    "kerple": {
        "heads": HEADS,
        "kernel": Argument(
            "choice",
            "logarithmic: -r1 log(1 + r2 |i - j|); power: -r1 |i - j|^r2.",
            choices=("logarithmic", "power"),
            default="logarithmic",
        ),
    },
    "sandwich": {
        "heads": HEADS,
        "width": Argument(
            "integer", "Twice the number of cosines.", minimum=2, maximum=8192, even=True, default=128
        ),
        "base": BASE,
    },
    "fire": {
        "heads": HEADS,
        "hidden": _units(32),
        "initial_c": Argument(
            "number", "Start of c, per token.", minimum=1e-6, maximum=1e6, default=0.1
        ),
        "initial_length": Argument(
            "number", "Start of the threshold L, in tokens.", minimum=1e-3, maximum=1e9, default=512.0
        ),
        "epsilon": Argument("number", "Added to the denominator.", minimum=0.0, maximum=1.0, default=1e-6),
    },
}

BIASES_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "swin-bias": ({"heads": 6, "window": 7},),
    "swinv2-log-cpb": (
        {"heads": 6, "window": 7, "hidden": 10},
        {"heads": 6, "hidden": 10, "coordinates": "paper"},
    ),
    "dynamic-position-bias": (
        {"heads": 6, "width": 10},
        {"heads": 6, "width": 10, "axes": 1},
    ),
    "tisa": ({"heads": 6}, {"heads": 6, "kernels": 3}),
    "kerple": ({"heads": 6}, {"heads": 6, "kernel": "power"}),
    "sandwich": ({"heads": 6}, {"heads": 6, "width": 22, "base": 500.0}),
    "fire": (
        {"heads": 6},
        {"heads": 6, "hidden": 10, "initial_c": 0.3, "initial_length": 4.0},
    ),
}

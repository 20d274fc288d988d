"""Options of methods whose positions have several axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, HEADS, LAYOUT, WIDTH, base, pairing
from posatlas.schema.properties.declaration import Argument

__all__ = ["SEVERAL_AXES", "SEVERAL_AXES_STANDARD"]

_QUARTERED: Final = Argument(
    "integer", "Head width d, a multiple of 4.", minimum=4, maximum=1024, even=True
)


def _sections(*default: int) -> Argument:
    return Argument(
        "integers",
        "Pairs for time, height and width; together d/2.",
        minimum=0,
        maximum=512,
        count=3,
        repeats=True,
        default=default,
    )


def _head_dim(default: int) -> Argument:
    return Argument("integer", "Head width d.", minimum=2, maximum=1024, even=True, default=default)


SEVERAL_AXES: Final[Mapping[str, Mapping[str, Argument]]] = {
    "sinusoidal-2d": {
        "width": WIDTH,
        "layout": LAYOUT,
        "base": BASE,
        "normalise": Argument(
            "boolean", "Turn coordinates into parts of a turn, as DETR does: (y + 1) / rows.", default=False
        ),
        "rows": Argument("integer", "Rows of the image, for normalise.", minimum=1, maximum=1 << 20, default=None),
        "columns": Argument("integer", "Columns of it, for normalise.", minimum=1, maximum=1 << 20, default=None),
    },
    "complex-word-order": {
        "width": WIDTH,
        "vocabulary": Argument("integer", "Number of words |W|.", minimum=1, maximum=1 << 17),
        "base": base(10000.0),
    },
    "rope-2d": {"head_dim": _QUARTERED, "base": BASE, "pairing": pairing("half")},
    "rope-axial-2d": {
        "head_dim": _QUARTERED,
        "base": base(100.0),
        "pairing": pairing("interleaved"),
        "order": Argument(
            "choice",
            "blocks: the first half of the pairs turns by x, the rest by y (code); alternating: in turn (paper).",
            choices=("blocks", "alternating"),
            default="blocks",
        ),
    },
    "rope-mixed": {"heads": HEADS, "head_dim": _QUARTERED, "base": base(10.0), "pairing": pairing("interleaved")},
    "mrope": {
        "head_dim": _head_dim(128),
        "sections": _sections(16, 24, 24),
        "base": base(1000000.0),
        "pairing": pairing("half"),
    },
    "interleaved-mrope": {
        "head_dim": _head_dim(128),
        "sections": _sections(24, 20, 20),
        "base": base(5000000.0),
        "pairing": pairing("half"),
    },
}

SEVERAL_AXES_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "sinusoidal-2d": (
        {"width": 20},
        {"width": 20, "layout": "concatenated", "base": 20.0},
        {"width": 20, "layout": "tensor2tensor"},
        {"width": 20, "normalise": True, "rows": 7, "columns": 5},
    ),
    "complex-word-order": ({"width": 22, "vocabulary": 13}, {"width": 20, "vocabulary": 50, "base": 300.0}),
    "rope-2d": ({"head_dim": 12}, {"head_dim": 12, "base": 500.0, "pairing": "interleaved"}),
    "rope-axial-2d": (
        {"head_dim": 12},
        {"head_dim": 12, "order": "alternating", "pairing": "half"},
        {"head_dim": 12, "base": 10000.0, "pairing": "half"},
    ),
    "rope-mixed": (
        {"heads": 6, "head_dim": 12},
        {"heads": 6, "head_dim": 12, "base": 100.0, "pairing": "half"},
    ),
    "mrope": (
        {"head_dim": 12, "sections": (1, 2, 3)},
        {"head_dim": 10, "sections": (2, 2, 1), "base": 500.0, "pairing": "interleaved"},
    ),
    "interleaved-mrope": (
        {"head_dim": 20, "sections": (6, 1, 3)},
        {"head_dim": 12, "sections": (2, 2, 2), "base": 500.0, "pairing": "interleaved"},
    ),
}

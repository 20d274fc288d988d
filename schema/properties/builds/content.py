"""Options of relative methods that read queries, keys or hidden states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, HEADS, TABLE_LENGTH, WIDTH
from posatlas.schema.properties.declaration import Argument

__all__ = ["CONTENT", "CONTENT_STANDARD"]

_HEAD_DIM: Final = Argument("integer", "Head width d.", minimum=1, maximum=1024)
_WIDTH: Final = Argument("integer", "Width D of the hidden states.", minimum=1, maximum=8192)

CONTENT: Final[Mapping[str, Mapping[str, Argument]]] = {
    "shaw-relative": {
        "head_dim": _HEAD_DIM,
        "clip": Argument(
            "integer", "Distance k at which offsets are clipped, in tokens.", minimum=0, maximum=4096, default=16
        ),
        "values": Argument("boolean", "Whether values get vectors of the offset too.", default=True),
    },
    "music-transformer-skew": {"heads": HEADS, "head_dim": _HEAD_DIM, "length": TABLE_LENGTH},
    "transformer-xl-relative": {
        "heads": HEADS,
        "head_dim": _HEAD_DIM,
        "width": WIDTH,
        "base": BASE,
        "layout": Argument(
            "choice",
            "Order of sines and cosines in R; concatenated: the authors' code.",
            choices=("interleaved", "concatenated", "tensor2tensor"),
            default="concatenated",
        ),
    },
    "t5-relative-bias": {
        "heads": HEADS,
        "buckets": Argument("integer", "Number of buckets B.", minimum=2, maximum=1024, default=32),
        "max_distance": Argument(
            "integer", "Distance M that ends the logarithm.", minimum=2, maximum=1 << 20, default=128
        ),
        "bidirectional": Argument(
            "boolean", "Later keys have buckets of their own (encoder); else all are in bucket 0.", default=False
        ),
    },
    "deberta-disentangled": {
        "heads": HEADS,
        "head_dim": _HEAD_DIM,
        "width": _WIDTH,
        "span": Argument(
            "integer", "Largest distance k; with buckets, the end of the logarithm.", minimum=1, maximum=1 << 16,
            default=512,
        ),
        "buckets": Argument(
            "integer",
            "Rows for each direction in version 2; left out: one for each distance.",
            minimum=4,
            maximum=1024,
            even=True,
            default=None,
        ),
        "position_to_content": Argument(
            "choice",
            "Row of the third term. code: delta(i,j); paper: delta(j,i).",
            choices=("code", "paper"),
            default="code",
        ),
    },
    "cope-contextual": {
        "head_dim": _HEAD_DIM,
        "maximum": Argument("integer", "Rows of the table: positions 0 to maximum - 1.", minimum=1, maximum=1 << 16),
        "variant": Argument(
            "choice",
            "listing: the position term is not divided by sqrt(d); repository: it is.",
            choices=("listing", "repository"),
            default="listing",
        ),
    },
    "fox": {"width": _WIDTH, "heads": HEADS},
}

CONTENT_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "shaw-relative": (
        {"head_dim": 10, "clip": 3},
        {"head_dim": 10, "clip": 40, "values": False},
    ),
    "music-transformer-skew": (
        {"heads": 6, "head_dim": 10, "length": 40},
        {"heads": 6, "head_dim": 10, "length": 4},
    ),
    "transformer-xl-relative": (
        {"heads": 6, "head_dim": 10, "width": 22},
        {"heads": 6, "head_dim": 10, "width": 22, "base": 500.0, "layout": "interleaved"},
        {"heads": 6, "head_dim": 10, "width": 22, "layout": "tensor2tensor"},
    ),
    "t5-relative-bias": (
        {"heads": 6},
        {"heads": 6, "buckets": 7, "max_distance": 9},
        {"heads": 6, "buckets": 12, "max_distance": 10, "bidirectional": True},
    ),
    "deberta-disentangled": (
        {"heads": 6, "head_dim": 10, "width": 22, "span": 4},
        {"heads": 6, "head_dim": 10, "width": 22, "span": 40, "position_to_content": "paper"},
        {"heads": 6, "head_dim": 10, "width": 22, "span": 9, "buckets": 6},
    ),
    "cope-contextual": (
        {"head_dim": 10, "maximum": 3},
        {"head_dim": 10, "maximum": 40, "variant": "repository"},
    ),
    "fox": ({"width": 22, "heads": 6},),
}

"""Options that several implementations share."""

from __future__ import annotations

from typing import Final

from posatlas.schema.properties.declaration import Argument

__all__ = [
    "BASE",
    "FACTOR",
    "HEADS",
    "HEAD_DIM",
    "LAYOUT",
    "ORIGINAL_LENGTH",
    "PAIRING",
    "TABLE_LENGTH",
    "WIDTH",
    "base",
    "pairing",
]


def base(default: float) -> Argument:
    """The base of the frequencies, with this default."""
    return Argument(
        "number",
        "Base of the geometric series of wavelengths (rope_theta).",
        minimum=1.001,
        maximum=1e12,
        default=default,
    )


def pairing(default: str) -> Argument:
    """Which channels rotate together, with this default."""
    return Argument(
        "choice",
        "Channels that rotate together: (2i, 2i+1), or (i, i + d/2).",
        choices=("interleaved", "half"),
        default=default,
    )


BASE: Final = base(10000.0)
PAIRING: Final = pairing("interleaved")
WIDTH: Final = Argument("integer", "Model width D.", minimum=4, maximum=8192, even=True)
HEAD_DIM: Final = Argument("integer", "Head width d.", minimum=2, maximum=1024, even=True)
HEADS: Final = Argument("integer", "Number of heads n.", minimum=1, maximum=256)
TABLE_LENGTH: Final = Argument("integer", "Rows of the table, L.", minimum=1, maximum=1 << 17)
FACTOR: Final = Argument("number", "Extension factor s.", minimum=1.0, maximum=1e6)
ORIGINAL_LENGTH: Final = Argument(
    "integer", "Length L the model was trained at, in tokens.", minimum=1, maximum=1 << 24
)
LAYOUT: Final = Argument(
    "choice",
    "Where sine and cosine of a pair stand: side by side, or in two halves; tensor2tensor also spaces the "
    "wavelengths over D/2 - 1 steps.",
    choices=("interleaved", "concatenated", "tensor2tensor"),
    default="interleaved",
)

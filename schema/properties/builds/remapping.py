"""Options of position maps and windows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, HEAD_DIM, PAIRING
from posatlas.schema.properties.declaration import Argument

__all__ = ["REMAPPING", "REMAPPING_STANDARD"]

_MOST: Final = 1 << 24


def _window(description: str, minimum: int) -> Argument:
    return Argument("integer", description, minimum=minimum, maximum=_MOST)


REMAPPING: Final[Mapping[str, Mapping[str, Argument]]] = {
    "self-extend": {
        "head_dim": HEAD_DIM,
        "group": Argument("integer", "Tokens in a group, G.", minimum=1, maximum=_MOST),
        "window": _window("Distances below it stay exact, in tokens.", 1),
        "base": BASE,
        "pairing": PAIRING,
    },
    "rerope": {
        "head_dim": HEAD_DIM,
        "window": _window("Largest distance, in tokens.", 0),
        "base": BASE,
        "pairing": PAIRING,
    },
    "leaky-rerope": {
        "head_dim": HEAD_DIM,
        "window": _window("Distances up to it stay exact, in tokens.", 0),
        "factor": Argument(
            "number",
            "What lies beyond the window is divided by it (k in the post).",
            minimum=1.0,
            maximum=1e18,
        ),
        "base": BASE,
        "pairing": PAIRING,
    },
    "dual-chunk-attention": {
        "head_dim": HEAD_DIM,
        "training_length": Argument(
            "integer", "Training length c, in tokens; distances stay below it.", minimum=2, maximum=_MOST
        ),
        "chunk_size": Argument("integer", "Length s of a chunk, in tokens, below c.", minimum=1, maximum=_MOST),
        "base": BASE,
        "pairing": PAIRING,
    },
    "lm-infinite": {
        "head_dim": HEAD_DIM,
        "start": Argument("integer", "First tokens that every later query sees.", minimum=0, maximum=_MOST),
        "window": _window("Last tokens that a query sees, itself included; also the largest distance.", 1),
        "base": BASE,
        "pairing": PAIRING,
    },
    "streaming-llm": {
        "head_dim": HEAD_DIM,
        "window": _window("Last tokens in the cache, the query included.", 1),
        "sinks": Argument("integer", "First tokens that stay in the cache.", minimum=0, maximum=_MOST, default=4),
        "base": BASE,
        "pairing": PAIRING,
    },
}

REMAPPING_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "self-extend": (
        {"head_dim": 10, "group": 2, "window": 3},
        {"head_dim": 10, "group": 3, "window": 4, "base": 500.0, "pairing": "half"},
        {"head_dim": 10, "group": 4, "window": 20},
    ),
    "rerope": (
        {"head_dim": 10, "window": 3},
        {"head_dim": 10, "window": 20, "base": 500.0, "pairing": "half"},
    ),
    "leaky-rerope": (
        {"head_dim": 10, "window": 3, "factor": 2.5},
        {"head_dim": 10, "window": 20, "factor": 4.0, "base": 500.0, "pairing": "half"},
    ),
    "dual-chunk-attention": (
        {"head_dim": 10, "training_length": 10, "chunk_size": 6},
        {"head_dim": 10, "training_length": 7, "chunk_size": 3, "base": 500.0, "pairing": "half"},
        {"head_dim": 10, "training_length": 30, "chunk_size": 22},
    ),
    "lm-infinite": (
        {"head_dim": 10, "start": 5, "window": 3},
        {"head_dim": 10, "start": 2, "window": 20, "base": 500.0, "pairing": "half"},
    ),
    "streaming-llm": (
        {"head_dim": 10, "window": 3, "sinks": 5},
        {"head_dim": 10, "window": 20, "base": 500.0, "pairing": "half"},
    ),
}

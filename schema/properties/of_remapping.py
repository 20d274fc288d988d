"""Properties of methods that meet pairs of query and key at other distances than their own, or hide some."""

from __future__ import annotations

from typing import Final

from posatlas.schema.properties.builds.remapping import REMAPPING
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_REMAPPING"]

REMAPPED: Final = frozenset(REMAPPING)
WINDOWED: Final = frozenset({"lm-infinite", "streaming-llm"})

_LENGTH: Final = Argument("integer", "Number of tokens, at positions 0 to length - 1.", minimum=2, maximum=2048)
_QUERY: Final = Argument("integer", "Position of the query.", minimum=0, maximum=10_000_000)
_KEYS: Final = Argument("integers", "Positions of the keys.", minimum=-10_000_000, maximum=10_000_000)

OF_REMAPPING: Final = (
    PropertyDeclaration(
        "distances_are",
        "remapping",
        "The relative positions at which RoPE meets a query and these keys are these numbers.",
        bilingual("與列出的相對位置的最大差", "largest difference from the relative positions listed"),
        REMAPPED,
        {
            "query": _QUERY,
            "keys": _KEYS,
            "numbers": Argument("numbers", "Relative positions expected, one a key.", repeats=True),
            "within": Argument("number", "Largest difference allowed.", minimum=0, maximum=1, default=1e-12),
        },
        further=lambda build, given: (
            [] if 0 < len(given["keys"]) == len(given["numbers"]) else ["give keys, and as many numbers"]
        ),
    ),
    PropertyDeclaration(
        "farthest_distance",
        "remapping",
        "The largest relative position between a query and a key at or before it that it sees equals the formula.",
        bilingual("最大的相對位置，單位為詞元", "largest relative position, in tokens"),
        REMAPPED,
        {"length": _LENGTH, "equals": Argument("formula", "Expected, from the options and the length.")},
    ),
    PropertyDeclaration(
        "distances_kept",
        "remapping",
        "Every true distance from 0 up to the bound, among keys that the query sees, stays as it is.",
        bilingual("真實距離與新距離的最大差", "largest difference between a true distance and the new one"),
        REMAPPED,
        {"length": _LENGTH, "up_to": Argument("formula", "Bound, inclusive.")},
    ),
    PropertyDeclaration(
        "distances_in_order",
        "remapping",
        "For one query, of two keys that it sees the later one is never met at a larger distance than the earlier.",
        bilingual(
            "往後移到下一個看得到的鍵時，距離最少減少多少",
            "smallest fall of the distance from one seen key to the next",
        ),
        REMAPPED,
        {
            "length": _LENGTH,
            "strictly": Argument("boolean", "Whether equal distances are a failure.", default=False),
        },
    ),
    PropertyDeclaration(
        "keys_seen",
        "remapping",
        "Of these keys the query sees exactly those listed.",
        bilingual("看得到的鍵的位置", "positions of the keys that are seen"),
        WINDOWED,
        {"query": _QUERY, "keys": _KEYS, "seen": _KEYS},
        further=lambda build, given: [] if {*given["seen"]} <= {*given["keys"]} else ["seen lists other than keys"],
    ),
    PropertyDeclaration(
        "most_keys_seen",
        "remapping",
        "The largest number of keys that one query sees equals the formula.",
        bilingual("一個查詢最多看到幾個鍵", "most keys that one query sees"),
        WINDOWED,
        {"length": _LENGTH, "equals": Argument("formula", "Expected, from the options and the length.")},
    ),
)

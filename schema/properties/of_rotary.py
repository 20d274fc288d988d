"""Properties of methods that rotate some channels, and of retention."""

from __future__ import annotations

from typing import Final

from posatlas.schema.properties.builds import other_build_problems
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_ROTARY"]

TURNED: Final = frozenset({"rope", "rope-partial", "p-rope", "proportional-rope", "xpos", "fope", "rope-mla-decoupled"})
PEAKED: Final = (TURNED - {"fope"}) | {"pope-polar"}
RETENTION: Final = frozenset({"retnet-decay"})

_LENGTH: Final = Argument("integer", "Number of tokens, at positions 0 to length - 1.", minimum=3, maximum=256)


OF_ROTARY: Final = (
    PropertyDeclaration(
        "channels_at_rest",
        "turning",
        "The number of channels of queries and keys that keep every bit at every position equals the formula.",
        bilingual(
            "在各位置都一個位元也不變的通道數",
            "number of channels that no position changes by one bit",
        ),
        TURNED,
        {"equals": Argument("formula", "Expected number.")},
    ),
    PropertyDeclaration(
        "largest_logit_at_own_position",
        "turning",
        "Of one key put at every distance from the query, 0 to length - 1, none scores above the key at distance 0.",
        bilingual(
            "同一個鍵在別的距離的 logit，減去它在距離 0 的 logit，取最大者",
            "logit of a key at another distance less that of the same key at distance 0, the largest",
        ),
        PEAKED,
        {"length": Argument("integer", "Number of distances, from 0.", minimum=2, maximum=4096)},
    ),
    PropertyDeclaration(
        "one_rotary_key_for_all_heads",
        "turning",
        "A key made of each head's content and one shared part holds both unchanged, and once positions are in, the "
        "channels after the content are the same in every head.",
        bilingual(
            "鍵與其兩個部分的差，以及各頭旋轉通道之間的差，取最大者",
            "largest difference of the key from its two parts, or between the rotated channels of two heads",
        ),
        frozenset({"rope-mla-decoupled"}),
        {"position": Argument("integer", "Position in tokens.", minimum=1, maximum=10_000_000)},
    ),
    PropertyDeclaration(
        "recurrence_matches",
        "retention",
        "The state S = gamma S + k v^T, read by each query in turn, gives the outputs of the unmasked parallel form.",
        bilingual(
            "逐步遞迴的輸出與平行形式的輸出的最大差",
            "largest difference between the outputs of the recurrence and of the parallel form",
        ),
        RETENTION,
        {"length": _LENGTH},
    ),
    PropertyDeclaration(
        "outputs_parallel_to",
        "retention",
        "With other options the method gives each output up to a positive factor: the same direction.",
        bilingual(
            "兩種設定的輸出各化為長度 1 之後的最大差",
            "largest difference between the outputs of the two builds, each scaled to length 1",
        ),
        RETENTION,
        {"options": Argument("build", "Options of the other build."), "length": _LENGTH},
        further=lambda build, given: other_build_problems(build, {"method": "retnet-decay", **given}),
    ),
)

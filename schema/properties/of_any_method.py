"""Properties that any method can be asked for: its cost, its hooks, the positions it takes, the vectors it
gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.builds import BUILDS
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration

__all__ = ["OF_ANY_METHOD"]

ALL: Final = frozenset(BUILDS)
HOOKS: Final = ("embed", "features", "passes", "scale", "bias", "weights", "values")

_LENGTH: Final = Argument(
    "integer", "Number of tokens, at positions 0 to length - 1.", minimum=3, maximum=512
)
_POSITION: Final = Argument("integer", "Position in tokens, from 0.", minimum=0, maximum=10_000_000)
_HEADS: Final = Argument(
    "integer", "Number of heads h; left out: the build's, or 4.", minimum=1, maximum=64, default=None
)
_HEAD_DIM: Final = Argument(
    "integer", "Head width d; left out: the build's, or 16.", minimum=2, maximum=512, even=True, default=None
)

_TABLES: Final = Argument(
    "choice",
    "prepared: what depends on positions alone costs nothing; computed: it is counted too, one for each "
    "element of "
    "each elementary operation.",
    choices=("prepared", "computed"),
    default="prepared",
)


def _length(given: Mapping[str, Any]) -> int:
    return int(given["length"])


def _head_options(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    for name, option in (("heads", "heads"), ("head_dim", "head_dim")):
        if given.get(name) is not None and option in build and given[name] != build[option]:
            yield f"{name} is {build[option]} in build and {given[name]} in given: leave it out of given"


def _constants_exist(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    wanted = "slopes" if "heads" in build else "inverse_frequencies"
    if given["constants"] != wanted:
        yield f"this method has {wanted}, not {given['constants']}"


OF_ANY_METHOD: Final = (
    PropertyDeclaration(
        "parameter_count",
        "general",
        "The number of learned parameters equals the formula.",
        ALL,
        {"equals": Argument("formula", "Expected number, from the options of the build.")},
    ),
    PropertyDeclaration(
        "stored_numbers",
        "general",
        "The number of numbers kept (learned parameters, buffers, other tensors) equals the formula.",
        ALL,
        {"equals": Argument("formula", "Expected number, from the options of the build.")},
    ),
    PropertyDeclaration(
        "enters_at",
        "general",
        "Exactly these hooks are overridden: position enters there and nowhere else.",
        ALL,
        {"hooks": Argument("choices", "Names of hooks; an empty list for none.", choices=HOOKS)},
    ),
    PropertyDeclaration(
        "accepts_position",
        "general",
        "A token at this position gives finite numbers and no error.",
        ALL,
        {"position": _POSITION},
    ),
    PropertyDeclaration(
        "rejects_position",
        "general",
        "A token at this position gives a ValueError.",
        ALL,
        {"position": _POSITION},
    ),
    PropertyDeclaration(
        "distinct_positions",
        "general",
        "The same token enters attention as a different vector at every position below the length.",
        ALL,
        {"length": Argument("integer", "Number of positions, from 0.", minimum=2, maximum=8192)},
        reach=_length,
    ),
    PropertyDeclaration(
        "same_for_every_call",
        "general",
        "Two builds, and two calls with another call between, give equal numbers, and nothing is learned.",
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "norm_kept",
        "general",
        "The vector that enters attention keeps its length (Euclidean norm) at this position.",
        ALL,
        {"position": _POSITION},
        reach=lambda given: int(given["position"]) + 1,
    ),
    PropertyDeclaration(
        "features_change_with_position",
        "general",
        "The same token enters attention as different vectors at the two positions.",
        ALL,
        {"positions": Argument("integers", "Two positions.", minimum=0, maximum=10_000_000, count=2)},
        reach=lambda given: max(given["positions"]) + 1,
    ),
    PropertyDeclaration(
        "key_cache_numbers_per_token",
        "general",
        "The numbers to cache for the key of one token and head equal the formula in d, the head width.",
        ALL,
        {"equals": Argument("formula", "Expected number.", symbols=("d",)), "head_dim": _HEAD_DIM},
        further=_head_options,
    ),
    PropertyDeclaration(
        "values_unchanged",
        "general",
        "Position touches neither the value vectors nor how they are summed with the attention weights.",
        ALL,
        {"length": Argument(**{**vars(_LENGTH), "default": 9})},
        reach=_length,
    ),
    PropertyDeclaration(
        "added_operations",
        "operations",
        "Multiplications and additions that one layer of attention on T tokens needs beyond attention "
        "without "
        "positions, for all T * T pairs of query and key. What depends on positions alone (tables, angles, "
        "slopes "
        "times distance) counts as prepared, unless `tables` says otherwise.",
        ALL,
        {
            "equals": Argument("formula", "Expected number, in T, h (heads), d, D.", symbols=("T", "h", "d")),
            "tokens": Argument("integer", "Number of tokens T.", minimum=1, maximum=512, default=48),
            "tables": _TABLES,
            "heads": _HEADS,
            "head_dim": _HEAD_DIM,
        },
        reach=lambda given: int(given["tokens"]),
        further=_head_options,
    ),
    PropertyDeclaration(
        "added_share_of_attention",
        "operations",
        "The added operations, as for added_operations, divided by those of the two products of attention "
        "(queries with keys, weights with values), are below a bound.",
        ALL,
        {
            "length": Argument("integer", "Number of tokens.", minimum=1, maximum=4096),
            "below": Argument("number", "Upper bound, exclusive; 0.01 is one per cent.", minimum=0),
            "tables": _TABLES,
            "heads": _HEADS,
            "head_dim": _HEAD_DIM,
        },
        reach=_length,
        further=_head_options,
    ),
    PropertyDeclaration(
        "features_same_at_positions",
        "general",
        "The same token enters attention as the same vectors, query and key, at both positions.",
        ALL,
        {"positions": Argument("integers", "Two positions.", minimum=0, maximum=10_000_000, count=2)},
        reach=lambda given: max(given["positions"]) + 1,
    ),
    PropertyDeclaration(
        "cached_key_same_at_any_position",
        "general",
        "The key to cache, as it enters attention, is the same for the same token at both positions.",
        ALL,
        {"positions": Argument("integers", "Two positions.", minimum=0, maximum=10_000_000, count=2)},
        reach=lambda given: max(given["positions"]) + 1,
    ),
    PropertyDeclaration(
        "constants_follow_length",
        "general",
        "The constants, read from what the method does, differ between two context lengths passed to one "
        "build.",
        frozenset({"rope", "alibi"}),
        {
            "lengths": Argument(
                "integers", "Two context lengths in tokens.", minimum=1, maximum=10_000_000, count=2
            ),
            "constants": Argument(
                "choice",
                "slopes of alibi, inverse_frequencies of rope.",
                choices=("slopes", "inverse_frequencies"),
            ),
        },
        further=_constants_exist,
    ),
    PropertyDeclaration(
        "decode_share_of_attention",
        "operations",
        "The operations that the method adds to one decoding step, divided by those of the two products of "
        "attention in that step, are below a bound.",
        ALL,
        {
            "length": Argument(
                "integer", "Number of keys, the new one included.", minimum=2, maximum=1_000_000
            ),
            "cached": Argument(
                "choice",
                "rotated: keys are cached as they enter attention, so one query and one key are new; raw: "
                "all keys are encoded again.",
                choices=("rotated", "raw"),
            ),
            "below": Argument("number", "Upper bound, exclusive; 0.01 is one per cent.", minimum=0),
            "heads": _HEADS,
            "head_dim": _HEAD_DIM,
        },
        further=_head_options,
    ),
    PropertyDeclaration(
        "attention_operations_ratio",
        "operations",
        "The operations of the two products of attention for twice the length, divided by those for the "
        "length, equal the formula.",
        ALL,
        {
            "length": Argument("integer", "Number of tokens.", minimum=1, maximum=100_000),
            "step": Argument(
                "choice",
                "full: all queries with all keys; decode: one query with `length` keys.",
                choices=("full", "decode"),
            ),
            "equals": Argument("formula", "Expected ratio."),
        },
    ),
)

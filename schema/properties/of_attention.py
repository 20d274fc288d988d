"""Properties of a method inside attention: what it costs, where it enters, what logits and outputs do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.builds import BUILDS
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration

__all__ = ["ALL", "OF_ATTENTION"]

ALL: Final = frozenset(BUILDS)
HOOKS: Final = ("embed", "features", "passes", "scale", "bias", "weights", "values")
SCORED: Final = frozenset({"rope", "alibi", "nope"})

_LENGTH: Final = Argument("integer", "Number of tokens, at positions 0 to length - 1.", minimum=3, maximum=512)
_POSITION: Final = Argument("integer", "Position in tokens, from 0.", minimum=0, maximum=10_000_000)
_HEADS: Final = Argument(
    "integer", "Number of heads h; left out: the build's, or 4.", minimum=1, maximum=64, default=None
)
_HEAD_DIM: Final = Argument(
    "integer", "Head width d; left out: the build's, or 16.", minimum=2, maximum=512, even=True, default=None
)


def _length(given: Mapping[str, Any]) -> int:
    return int(given["length"])


def _head_options(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    for name, option in (("heads", "heads"), ("head_dim", "head_dim")):
        if given.get(name) is not None and option in build and given[name] != build[option]:
            yield f"{name} is {build[option]} in build and {given[name]} in given: leave it out of given"


def _increasing(first: str, second: str) -> Any:
    def rule(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
        if given[first] >= given[second]:
            yield f"{first} must be less than {second}"

    return rule


OF_ATTENTION: Final = (
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
        "Multiplications and additions that one layer of attention on T tokens needs beyond attention without "
        "positions. What depends on positions alone (tables, angles, slopes times distance) counts as prepared.",
        ALL,
        {
            "equals": Argument("formula", "Expected number, in T, h (heads), d, D.", symbols=("T", "h", "d")),
            "tokens": Argument("integer", "Number of tokens T.", minimum=1, maximum=512, default=48),
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
            "heads": _HEADS,
            "head_dim": _HEAD_DIM,
        },
        reach=_length,
        further=_head_options,
    ),
    PropertyDeclaration(
        "permutation_equivariant",
        "attention",
        "In one layer of self-attention, permuting the tokens (positions stay in order) permutes the outputs alike.",
        ALL,
        {"length": _LENGTH, "causal": Argument("boolean", "Whether a token sees earlier tokens only.")},
        reach=_length,
    ),
    PropertyDeclaration(
        "cached_decode_matches",
        "attention",
        "Decoding token by token with the keys cached as they were first computed gives the output of one full pass.",
        ALL,
        {"length": Argument(**{**vars(_LENGTH), "maximum": 128})},
        reach=_length,
    ),
    PropertyDeclaration(
        "offset_only",
        "attention",
        "The attention logits of random tokens stay the same when all positions move by the shift.",
        ALL,
        {
            "length": _LENGTH,
            "shift": Argument("integer", "Positions to move by.", minimum=1, maximum=1_000_000),
        },
        reach=lambda given: int(given["length"] + given["shift"]),
    ),
    PropertyDeclaration(
        "bias_static",
        "attention",
        "What the method adds to the attention logits does not depend on the tokens.",
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "foldable_into_mask",
        "attention",
        "Ordinary attention with a fixed additive mask gives the method's output for any queries and keys.",
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "score_monotone_in_distance",
        "attention",
        "The logit of the last query never rises as the key lies further back.",
        SCORED,
        {
            "length": Argument(**{**vars(_LENGTH), "maximum": 8192}),
            "vectors": Argument(
                "choice", "equal: query and all keys one vector; random: all drawn apart.", choices=("equal", "random")
            ),
        },
    ),
    PropertyDeclaration(
        "mean_score_decays",
        "attention",
        "A measure of the logits at distance `to` is lower than at distance `from`, in every head.",
        SCORED,
        {
            "from": Argument("integer", "Smaller distance.", minimum=0, maximum=1_000_000),
            "to": Argument("integer", "Larger distance.", minimum=1, maximum=1_000_000),
            "measure": Argument(
                "choice",
                "mean: mean logit over random vectors, query equal to key; size: mean absolute logit of independent "
                "queries and keys; bound: RoPE's upper bound, the mean absolute partial sum of e^(i distance theta).",
                choices=("mean", "size", "bound"),
                default="mean",
            ),
        },
        further=lambda build, given: [
            *_increasing("from", "to")(build, given),
            *(
                ["the bound is defined for rope alone"]
                if given["measure"] == "bound" and "pairing" not in build
                else []
            ),
        ],
    ),
)

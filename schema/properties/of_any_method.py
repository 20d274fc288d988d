"""Properties that any method can be asked for: its cost, its hooks, the positions it takes, the vectors it
gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.arguments import POSITION
from posatlas.schema.properties.builds import BUILDS
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_ANY_METHOD"]

ALL: Final = frozenset(BUILDS)
HOOKS: Final = ("embed", "features", "passes", "scale", "bias", "weights", "values")

_LENGTH: Final = Argument("integer", "Number of tokens, at positions 0 to length - 1.", minimum=3, maximum=512)
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
        bilingual(
            "學習參數的個數",
            "number of learned parameters",
        ),
        ALL,
        {"equals": Argument("formula", "Expected number, from the options of the build.")},
    ),
    PropertyDeclaration(
        "stored_numbers",
        "general",
        "The number of numbers kept (learned parameters, buffers, other tensors) equals the formula.",
        bilingual(
            "存放的數字個數：學習參數、緩衝區與其他張量",
            "count of numbers kept: learned parameters, buffers and other tensors",
        ),
        ALL,
        {"equals": Argument("formula", "Expected number, from the options of the build.")},
    ),
    PropertyDeclaration(
        "enters_at",
        "general",
        "Exactly these hooks are overridden: position enters there and nowhere else.",
        bilingual(
            "這個方法覆寫的掛鉤，也就是位置進入的地方",
            "hooks that the method overrides, which is where position enters",
        ),
        ALL,
        {"hooks": Argument("choices", "Names of hooks; an empty list for none.", choices=HOOKS)},
    ),
    PropertyDeclaration(
        "accepts_position",
        "general",
        "A token at this position gives finite numbers and no error.",
        bilingual(
            "該位置的注意力輸出是否有限；出錯時是錯誤的類型",
            "whether the output of attention at the position is finite; the type of the error where one is raised",
        ),
        ALL,
        {"position": POSITION},
    ),
    PropertyDeclaration(
        "rejects_position",
        "general",
        "A token at this position gives a ValueError.",
        bilingual(
            "在該位置引發的錯誤類型；accepted 表示沒有錯誤",
            "type of the error raised at the position; accepted where none is",
        ),
        ALL,
        {"position": POSITION},
    ),
    PropertyDeclaration(
        "distinct_positions",
        "general",
        "The same token enters attention as a different vector at every position below the length.",
        bilingual(
            "同一個詞元的查詢向量在兩個位置之間的最小歐氏距離；向量沿一個隨機方向排序，只比較相距四名以內的",
            "smallest Euclidean distance between one token's query vectors at two positions, each vector "
            "compared with its four next along a random direction",
        ),
        ALL,
        {"length": Argument("integer", "Number of positions, from 0.", minimum=2, maximum=8192)},
        reach=_length,
    ),
    PropertyDeclaration(
        "same_for_every_call",
        "general",
        "Two builds, and two calls with another call between, give equal numbers, and nothing is learned.",
        bilingual(
            "兩次建構之間或兩次呼叫之間，輸出的最大差；相同而有學習參數時，是其個數",
            "largest difference of an output between two builds or two calls; where there is none, the number of "
            "learned numbers, if any",
        ),
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "norm_kept",
        "general",
        "The vector that enters attention keeps its length (Euclidean norm) at this position.",
        bilingual(
            "32 個隨機的查詢與鍵中，歐氏範數的最大相對變化",
            "largest relative change of the Euclidean norm over 32 random queries and keys",
        ),
        ALL,
        {"position": POSITION},
        reach=lambda given: int(given["position"]) + 1,
    ),
    PropertyDeclaration(
        "features_change_with_position",
        "general",
        "The same token enters attention as different vectors at the two positions.",
        bilingual(
            "同一個詞元的向量在兩個位置之間，單一通道的最大差；取查詢與鍵中較小者",
            "largest difference in one channel between one token's vectors at the two positions; of query and "
            "key, the smaller",
        ),
        ALL,
        {"positions": Argument("integers", "Two positions.", minimum=0, maximum=10_000_000, count=2)},
        reach=lambda given: max(given["positions"]) + 1,
    ),
    PropertyDeclaration(
        "key_cache_numbers_per_token",
        "general",
        "The numbers to cache for the key of one token and head equal the formula in d, the head width.",
        bilingual(
            "每個詞元在每個頭要快取的鍵的數字個數",
            "count of numbers to cache for the key of one token and head",
        ),
        ALL,
        {"equals": Argument("formula", "Expected number.", symbols=("d",)), "head_dim": _HEAD_DIM},
        further=_head_options,
    ),
    PropertyDeclaration(
        "values_unchanged",
        "general",
        "Position touches neither the value vectors nor how they are summed with the attention weights.",
        bilingual(
            "最大差：嵌入前後的詞元之差，或輸出與值的一般加權和之差",
            "largest difference: of a token before and after the embedding hook, or of the output from the plain "
            "weighted sum of the values",
        ),
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
        bilingual(
            "一層注意力比沒有位置時多出的運算次數",
            "operations of one layer of attention beyond those without positions",
        ),
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
        bilingual(
            "多出的運算次數除以注意力兩個乘積的運算次數；1 表示一樣多",
            "added operations divided by those of the two products of attention; 1 is as many",
        ),
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
        bilingual(
            "同一個詞元的向量在兩個位置之間，單一通道的最大差；取查詢與鍵中較大者",
            "largest difference in one channel between one token's vectors at the two positions; of query and "
            "key, the larger",
        ),
        ALL,
        {"positions": Argument("integers", "Two positions.", minimum=0, maximum=10_000_000, count=2)},
        reach=lambda given: max(given["positions"]) + 1,
    ),
    PropertyDeclaration(
        "cached_key_same_at_any_position",
        "general",
        "The key to cache, as it enters attention, is the same for the same token at both positions.",
        bilingual(
            "同一個詞元進入注意力的鍵在兩個位置之間，單一通道的最大差",
            "largest difference in one channel between one token's key, as it enters attention, at the two positions",
        ),
        ALL,
        {"positions": Argument("integers", "Two positions.", minimum=0, maximum=10_000_000, count=2)},
        reach=lambda given: max(given["positions"]) + 1,
    ),
    PropertyDeclaration(
        "constants_follow_length",
        "general",
        "The constants, read from what the method does, differ between two context lengths passed to one build.",
        bilingual(
            "只改變傳入的上下文長度時，logit 的最大變化",
            "largest change of a logit when only the context length passed differs",
        ),
        frozenset(
            {"rope", "alibi", "position-interpolation", "ntk-aware", "dynamic-ntk", "ntk-by-parts", "llama3-rope"}
        ),
        {
            "lengths": Argument("integers", "Two context lengths in tokens.", minimum=1, maximum=10_000_000, count=2),
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
        bilingual(
            "解碼一步多出的運算次數除以該步注意力兩個乘積的運算次數；1 表示一樣多",
            "operations added to one decoding step divided by those of the two products of attention in that "
            "step; 1 is as many",
        ),
        ALL,
        {
            "length": Argument("integer", "Number of keys, the new one included.", minimum=2, maximum=1_000_000),
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
        bilingual(
            "長度加倍後注意力兩個乘積的運算次數，除以原長度的運算次數",
            "operations of the two products of attention at twice the length, divided by those at the length",
        ),
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

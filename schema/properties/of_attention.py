"""Properties of logits and outputs of attention: what permuting, moving, caching, distance and other tokens
change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.builds import BUILDS
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_ATTENTION"]

ALL: Final = frozenset(BUILDS)
SCORED: Final = frozenset({"rope", "alibi", "nope"})
BY_DISTANCE: Final = SCORED | {"p-rope", "pope-polar", "xpos"}

_LENGTH: Final = Argument(
    "integer", "Number of tokens, at positions 0 to length - 1.", minimum=3, maximum=512
)


def _length(given: Mapping[str, Any]) -> int:
    return int(given["length"])


def _two_sided(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if not given["causal"] and build.get("symmetric") is False:
        yield "alibi has no bias for later keys unless it is built with symmetric: true"


def _increasing(first: str, second: str) -> Any:
    def rule(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
        if given[first] >= given[second]:
            yield f"{first} must be less than {second}"

    return rule


OF_ATTENTION: Final = (
    PropertyDeclaration(
        "permutation_equivariant",
        "attention",
        "In one layer of self-attention, permuting the tokens (positions stay in order) permutes the "
        "outputs alike.",
        bilingual(
            "詞元重排後的輸出，與重排後的原輸出的最大差",
            "largest difference between the outputs of permuted tokens and the permuted outputs",
        ),
        ALL,
        {"length": _LENGTH, "causal": Argument("boolean", "Whether a token sees earlier tokens only.")},
        reach=_length,
        further=_two_sided,
    ),
    PropertyDeclaration(
        "cached_decode_matches",
        "attention",
        "Decoding token by token with the keys cached as they were first computed gives the output of one "
        "full pass.",
        bilingual(
            "逐個詞元以快取的鍵解碼的輸出，與一次算完的輸出的最大差",
            "largest difference between the outputs of decoding with cached keys and those of one full pass",
        ),
        ALL,
        {"length": Argument(**{**vars(_LENGTH), "maximum": 128})},
        reach=_length,
    ),
    PropertyDeclaration(
        "offset_only",
        "attention",
        "The attention logits of random tokens stay the same when all positions move by the shift.",
        bilingual(
            "所有位置一起平移時，logit 的最大變化",
            "largest change of a logit when all positions move by the shift",
        ),
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
        bilingual(
            "換成別的隨機詞元時，這個方法加到 logit 上的數的最大差",
            "largest difference in what the method adds to a logit when the random tokens are others",
        ),
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "foldable_into_mask",
        "kernels",
        "Ordinary attention with a fixed additive mask gives the method's output for any queries and keys.",
        bilingual(
            "這個方法的輸出，與使用固定加法遮罩的一般注意力的輸出的最大差",
            "largest difference between the method's output and that of ordinary attention with a fixed additive mask",
        ),
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "logits_equal",
        "attention",
        "The logit of query i and key j <= i equals the formula in qk, the product of the vectors that "
        "enter attention.",
        bilingual(
            "logit 與公式的最大差",
            "largest difference of a logit from the formula",
        ),
        ALL,
        {
            "formula": Argument(
                "formula",
                "Logit, in qk, d (head width), i, j, and m (ALiBi's slope; 0 elsewhere).",
                symbols=("qk", "d", "m", "i", "j"),
            ),
            "length": Argument(**{**vars(_LENGTH), "maximum": 32, "default": 9}),
        },
        reach=_length,
    ),
    PropertyDeclaration(
        "score_monotone_in_distance",
        "scores",
        "The logit of the last query never rises as the key lies further back.",
        bilingual(
            "距離每增加 1，logit 的最大上升；負數表示處處下降",
            "largest rise of a logit from one distance to the next; negative where it falls throughout",
        ),
        BY_DISTANCE,
        {
            "length": Argument(**{**vars(_LENGTH), "maximum": 2048}),
            "vectors": Argument(
                "choice",
                "equal: query and all keys one vector; random: all drawn apart.",
                choices=("equal", "random"),
            ),
        },
    ),
    PropertyDeclaration(
        "mean_score_decays",
        "scores",
        "A measure of the logits at distance `to` is lower than at distance `from`, in every head.",
        bilingual(
            "從較小距離到較大距離的變化，負數表示下降；mean 與 size 取下降最不確定的頭",
            "change from the smaller to the larger distance, negative where it falls; for mean and size, in the "
            "head whose fall is least certain",
        ),
        SCORED,
        {
            "from": Argument("integer", "Smaller distance.", minimum=0, maximum=1_000_000),
            "to": Argument("integer", "Larger distance.", minimum=1, maximum=1_000_000),
            "measure": Argument(
                "choice",
                "mean: mean logit over random vectors, query equal to key; size: mean absolute logit of "
                "independent "
                "queries and keys; bound: RoPE's upper bound, the mean absolute partial sum of e^(i "
                "distance theta).",
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
    PropertyDeclaration(
        "permutation_noticed",
        "attention",
        "In one layer of self-attention, permuting the tokens (positions stay in order) does more than "
        "permute the outputs: some number differs by over 0.001.",
        bilingual(
            "詞元重排後的輸出，與重排後的原輸出的最大差",
            "largest difference between the outputs of permuted tokens and the permuted outputs",
        ),
        ALL,
        {"length": _LENGTH, "causal": Argument("boolean", "Whether a token sees earlier tokens only.")},
        reach=_length,
        further=_two_sided,
    ),
    PropertyDeclaration(
        "shift_noticed",
        "attention",
        "Some attention logit of random tokens changes when all positions move by the shift.",
        bilingual(
            "所有位置一起平移時，logit 的最大變化",
            "largest change of a logit when all positions move by the shift",
        ),
        ALL,
        {
            "length": _LENGTH,
            "shift": Argument("integer", "Positions to move by.", minimum=1, maximum=1_000_000),
        },
        reach=lambda given: int(given["length"] + given["shift"]),
    ),
    PropertyDeclaration(
        "output_independent_of_values",
        "attention",
        "Two draws of values give the same output for the same queries and keys.",
        bilingual(
            "查詢與鍵相同、值換成另一組時，輸出的最大差",
            "largest difference of an output between two draws of values, for the same queries and keys",
        ),
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "score_independent_of_content",
        "scores",
        "The logit of a query at m and a key at n is the same for all random queries and keys.",
        bilingual(
            "八組隨機的查詢與鍵中，logit 與第一組的最大差",
            "largest difference of a logit from that of the first of eight random draws of query and key",
        ),
        SCORED,
        {
            "m": Argument("integer", "Position of the query.", minimum=0, maximum=1_000_000),
            "n": Argument("integer", "Position of the key.", minimum=0, maximum=1_000_000),
        },
    ),
    PropertyDeclaration(
        "fused_attention_matches",
        "kernels",
        "PyTorch's fused attention on the vectors that enter attention, causal and with no mask or bias "
        "beside, gives the method's output.",
        bilingual(
            "這個方法的輸出，與 PyTorch 融合注意力的輸出的最大差",
            "largest difference between the method's output and that of PyTorch's fused attention",
        ),
        ALL,
        {"length": _LENGTH},
        reach=_length,
    ),
    PropertyDeclaration(
        "linear_attention_factorises",
        "kernels",
        "With feature map elu + 1, the causal sum of weights with values, unnormalised, is got in one pass "
        "over a running sum of keys and values.",
        bilingual(
            "逐步累加的結果與因果雙重和的最大差",
            "largest difference between the running sum and the causal double sum",
        ),
        SCORED,
        {"length": _LENGTH},
    ),
    PropertyDeclaration(
        "linear_attention_normalised",
        "kernels",
        "With feature map elu + 1 on all tokens, the weights of each query add up to 1 when divided by the "
        "sum without positions, as in equation 19 of RoFormer.",
        bilingual(
            "一個查詢的權重總和與 1 的最大差",
            "largest distance from 1 of the sum of one query's weights",
        ),
        SCORED,
        {"length": _LENGTH},
    ),
)

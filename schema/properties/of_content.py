"""Properties of relative methods that read tables by offset, or count what stands between two tokens."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.builds import other_build_problems
from posatlas.schema.properties.builds.content import CONTENT
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_CONTENT"]

THESE: Final = frozenset(CONTENT)
WITH_ALIBI: Final = THESE | {"alibi"}
BY_DISTANCE: Final = WITH_ALIBI - {"cope-contextual", "fox"}  # a pair of tokens is all they look at
MUSIC: Final = frozenset({"music-transformer-skew"})

_LENGTH: Final = Argument("integer", "Number of tokens.", minimum=3, maximum=256)


def _sequence(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if not given["numbers"]:
        yield "numbers is empty: give at least one"
    if given["square"] and math.isqrt(len(given["sequence"])) ** 2 != len(given["sequence"]):
        yield f"{len(given['sequence'])} numbers are not the rows of a square matrix"


def _listing(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if build["variant"] != "listing" or build["maximum"] < 2:
        yield "the gate is read off the undivided term: build with variant: listing and maximum 2 or more"


def _range(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if given["from"] >= given["to"]:
        yield "from must be less than to"


OF_CONTENT: Final = (
    PropertyDeclaration(
        "sequence_gives",
        "content",
        "A public method, given the sequence as one tensor, returns these numbers, one row after the other; entries "
        "of minus infinity are left out.",
        bilingual("這個量與所列的數的最大差", "largest difference of the quantity from the numbers listed"),
        THESE,
        {
            "quantity": Argument(
                "text", "Public method: index, bucket, table, skew, contextual_positions, decay, log_gates."
            ),
            "sequence": Argument("numbers", "The tensor that it is given.", repeats=True),
            "square": Argument("boolean", "Whether the sequence is the rows of a square matrix.", default=False),
            "numbers": Argument("numbers", "What is expected.", repeats=True),
            "within": Argument("number", "Largest difference allowed.", minimum=0, maximum=1, default=1e-12),
        },
        further=_sequence,
    ),
    PropertyDeclaration(
        "far_offsets_alike",
        "content",
        "One query and one key vector have the same logit at every distance in the range.",
        bilingual(
            "同一個查詢與同一個鍵在範圍內各距離的 logit 的最大差",
            "largest difference between logits of one query and one key at the distances of the range",
        ),
        BY_DISTANCE,
        {
            "from": Argument(
                "integer", "Smallest distance, negative for later keys.", minimum=-100_000, maximum=100_000
            ),
            "to": Argument("integer", "Largest distance.", minimum=-100_000, maximum=100_000),
        },
        further=_range,
    ),
    PropertyDeclaration(
        "distances_apart",
        "content",
        "One query and one key vector have different logits at any two distances in the range, in every head.",
        bilingual(
            "同一個查詢與同一個鍵在範圍內兩個距離的 logit 的最小差",
            "smallest difference between logits of one query and one key at two distances of the range",
        ),
        BY_DISTANCE,
        {
            "from": Argument("integer", "Smallest distance, negative for later keys.", minimum=-1000, maximum=1000),
            "to": Argument("integer", "Largest distance.", minimum=-1000, maximum=1000),
        },
        further=_range,
    ),
    PropertyDeclaration(
        "stretch_unnoticed",
        "content",
        "The logits of random tokens and the keys up to each stay the same when all positions are multiplied by the "
        "factor: their order alone counts.",
        bilingual(
            "所有位置乘上倍數時，logit 的最大變化",
            "largest change of a logit when all positions are multiplied by the factor",
        ),
        WITH_ALIBI,
        {"length": _LENGTH, "factor": Argument("integer", "Multiplier.", minimum=2, maximum=1000)},
    ),
    PropertyDeclaration(
        "tokens_between_noticed",
        "content",
        "The logit of the last token and the first changes by over 0.001 when other tokens stand between them.",
        bilingual(
            "換掉中間的詞元時，最後一個查詢對第一個鍵的 logit 的最大變化",
            "largest change of the logit of the last query and the first key when the tokens between are others",
        ),
        WITH_ALIBI,
        {"length": _LENGTH},
    ),
    PropertyDeclaration(
        "hidden_key_unnoticed",
        "content",
        "A token in the middle that no query may see changes no output of the others, whatever it is.",
        bilingual(
            "換掉看不見的詞元時，其他輸出的最大變化",
            "largest change of another output when the token that is hidden is another",
        ),
        WITH_ALIBI,
        {"length": _LENGTH},
    ),
    PropertyDeclaration(
        "same_logits_in_a_row",
        "content",
        "For tokens at evenly spaced positions and the keys up to each, the method gives the logits of the other, "
        "times a factor.",
        bilingual("兩個方法的 logit 的最大差", "largest difference between the logits of the two methods"),
        THESE,
        {
            "method": Argument("text", "The other method."),
            "options": Argument("build", "Options of the other method."),
            "parameters": Argument(
                "build",
                "Learned numbers to set, by name, each to one value everywhere; the others are away from their start.",
                default=None,
            ),
            "length": _LENGTH,
            "times": Argument("formula", "Factor on the logits of the other method.", default="1"),
            "step": Argument("integer", "Distance between neighbours, in tokens.", minimum=1, maximum=1000, default=1),
        },
        further=other_build_problems,
    ),
    PropertyDeclaration(
        "gate_equals",
        "content",
        "The gate of a query on its own key equals the formula.",
        bilingual("閘門與公式的最大差", "largest difference of a gate from the formula"),
        frozenset({"cope-contextual"}),
        {"formula": Argument("formula", "Gate, in qk, the product of query and key, and d.", symbols=("qk", "d"))},
        further=_listing,
    ),
    PropertyDeclaration(
        "skew_realigns",
        "content",
        "Skewing the products of queries with the rows of the table gives what each pair of query and key adds, for "
        "tokens at positions 0 to length - 1 of the build.",
        bilingual(
            "skew 的結果與每一對所加的數的最大差",
            "largest difference between the skewed products and what a pair adds",
        ),
        MUSIC,
        {
            "pairs": Argument(
                "choice",
                "visible: keys up to the query; later: keys after it.",
                choices=("visible", "later"),
            )
        },
    ),
    PropertyDeclaration(
        "content_to_position_is_shaw",
        "content",
        "Without the third term each head has the logits of Shaw's key vectors, which are its projected rows in the "
        "order of their offsets, divided by sqrt(3), at offsets from -k to k.",
        bilingual(
            "與 Shaw 的 logit 除以 √3 的最大差，取各頭中最大者",
            "largest difference from Shaw's logits over sqrt(3), over the heads",
        ),
        frozenset({"deberta-disentangled"}),
    ),
    PropertyDeclaration(
        "same_as_clipped_table",
        "content",
        "Each head adds what Shaw's key vectors add, clipped at length - 1, with the same row for every distance below "
        "length.",
        bilingual(
            "與 Shaw 的鍵項的最大差，取各頭中最大者",
            "largest difference from Shaw's key term, over the heads",
        ),
        MUSIC,
        {
            "distances": Argument(
                "choice",
                "within: distances below length; beyond: those of length or more.",
                choices=("within", "beyond"),
            )
        },
    ),
)

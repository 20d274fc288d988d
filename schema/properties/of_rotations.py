"""Properties of rotations of queries and keys."""

from __future__ import annotations

from typing import Final

from posatlas.schema.properties.arguments import LENGTH, POSITION
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_ROTATIONS"]

ROPE: Final = frozenset({"rope", "position-interpolation", "ntk-aware", "ntk-by-parts", "llama3-rope", "rope-abf"})


OF_ROTATIONS: Final = (
    PropertyDeclaration(
        "angle_linear_in_position",
        "rotary",
        "At every position m the angle of each pair is m times that at position 1, up to whole turns.",
        bilingual(
            "在單位圓上，一對的方向與位置 1 的角度乘 m 之間的最大距離（弦長）",
            "largest distance on the unit circle (chord) between a pair's direction at m and m times its angle "
            "at position 1",
        ),
        ROPE,
        {"length": LENGTH},
    ),
    PropertyDeclaration(
        "pairs_are",
        "rotary",
        "The channels that mix are neighbours (2i, 2i+1), or half the width apart (i, i + d/2).",
        bilingual(
            "混合的通道：adjacent 是相鄰，half_apart 是相隔一半，neither 是兩者皆非",
            "channels that mix: neighbours (adjacent), half the width apart (half_apart), or neither",
        ),
        ROPE,
        {"pairs": Argument("choice", "Which channels.", choices=("adjacent", "half_apart"))},
        further=lambda build, given: (
            ["for head_dim 2 both pairings are the same: take 4 or more"] if build["head_dim"] < 4 else []
        ),
    ),
    PropertyDeclaration(
        "subspace_count",
        "rotary",
        "The number of planes that rotate, each within itself, equals the formula.",
        bilingual(
            "各自旋轉的平面個數",
            "number of planes that rotate, each within itself",
        ),
        ROPE,
        {"equals": Argument("formula", "Expected number, in d.")},
    ),
    PropertyDeclaration(
        "is_complex_multiplication",
        "rotary",
        "Each pair (a, b), read as a + ib, is multiplied by e^(i m theta) at position m.",
        bilingual(
            "一對轉動後，與複數乘法結果的最大差（差的絕對值）",
            "largest absolute value of the difference between a turned pair and the complex product",
        ),
        ROPE,
        {"position": POSITION},
    ),
    PropertyDeclaration(
        "product_equals_relative_rotation",
        "rotary",
        "The product of the query rotated at m and the key rotated at n is q^T R k, R the rotation for "
        "`rotation`.",
        bilingual(
            "旋轉後的查詢與鍵的內積，與相對旋轉公式的最大差",
            "largest difference between the product of the rotated query and key and q^T R k",
        ),
        ROPE,
        {
            "m": Argument("integer", "Position of the query.", minimum=0, maximum=1_000_000),
            "n": Argument("integer", "Position of the key.", minimum=0, maximum=1_000_000),
            "rotation": Argument("choice", "Position that R stands for.", choices=("n-m", "m-n")),
        },
        further=lambda build, given: (
            ["m and n must differ: at equal positions every rotation is the same"]
            if given["m"] == given["n"]
            else []
        ),
    ),
    PropertyDeclaration(
        "product_unchanged_by_rotation",
        "rotary",
        "The product of the query rotated at m and the key rotated at n is the product of the vectors not "
        "rotated.",
        bilingual(
            "旋轉後的查詢與鍵的內積，與旋轉前內積的最大差",
            "largest difference between the product of the rotated query and key and that of the vectors not rotated",
        ),
        ROPE,
        {
            "m": Argument("integer", "Position of the query.", minimum=0, maximum=1_000_000),
            "n": Argument("integer", "Position of the key.", minimum=0, maximum=1_000_000),
        },
    ),
    PropertyDeclaration(
        "acts_per_channel",
        "rotary",
        "At this position each channel of the vector that enters attention depends on the same channel "
        "alone.",
        bilingual(
            "一個通道改變一單位時，對另一個通道的最大影響",
            "largest influence of one channel on another, per unit of change",
        ),
        ROPE,
        {"position": Argument("integer", "Position in tokens.", minimum=1, maximum=10_000_000)},
    ),
    PropertyDeclaration(
        "angle_from_first_axis",
        "rotary",
        "In every pair the rotated key lies at this angle, up to whole turns, from the axis of the pair's "
        "first channel.",
        bilingual(
            "在單位圓上，鍵的一對的方向與公式角度之間的最大距離（弦長）",
            "largest distance on the unit circle (chord) between the direction of a pair of the key and the "
            "angle of the formula",
        ),
        ROPE,
        {
            "formula": Argument(
                "formula",
                "Angle in n (position), theta (the pair's inverse frequency), phi (angle before).",
                symbols=("n", "theta", "phi"),
            ),
            "vector": Argument(
                "choice",
                "Key before rotation: on the first axis of every pair (phi = 0), or random.",
                choices=("first_axis", "random"),
            ),
            "position": Argument("integer", "Position in tokens.", minimum=1, maximum=10_000_000),
        },
    ),
    PropertyDeclaration(
        "similar_key_preferred",
        "rotary",
        "At every distance m below the length the sum of cos(m theta) over the pairs is not negative: a key "
        "like the "
        "query scores no lower than an unlike one on average.",
        bilingual(
            "在各距離上，各對餘弦之和的最小值",
            "smallest sum, over the distances, of the cosines of all pairs",
        ),
        ROPE,
        {"length": Argument("integer", "Number of distances, from 0.", minimum=2, maximum=65_536)},
    ),
)

"""Properties of what a method computes from positions: tables and frequencies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.arguments import BELOW, LENGTH, PAIR, POSITION
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, bilingual

__all__ = ["OF_ENCODINGS"]

SINUSOIDAL: Final = frozenset({"sinusoidal"})
TABLES: Final = frozenset({"sinusoidal", "learned-absolute"})
PRODUCTS: Final = TABLES | {
    "learned-row-interpolation",
    "scaled-sinusoidal",
    "random-fourier-features",
    "learnable-fourier",
    "universal-transformer-coordinate",
    "shape",
    "cape",
    "randomized-pe",
}
LEARNED: Final = frozenset({"learned-absolute"})
WAVES: Final = frozenset(
    {"sinusoidal", "rope", "position-interpolation", "ntk-aware", "ntk-by-parts", "llama3-rope", "rope-abf"}
)


def _length(given: Mapping[str, Any]) -> int:
    return int(given["length"])


def _enough_positions(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if given["length"] < 3 * build["width"]:
        yield f"length must be at least 3 * width = {3 * build['width']}: for fewer positions any table has "
        "such a matrix"


def _three_pairs(build: Mapping[str, Any], given: Mapping[str, Any]) -> Iterable[str]:
    if build.get("width", build.get("head_dim", 0)) < 6:
        yield "a ratio is constant only if there are two ratios: take a width of 6 or more"


OF_ENCODINGS: Final = (
    PropertyDeclaration(
        "table_equals",
        "sinusoidal",
        "What is added to the embedding at position pos is `even` in channel 2i and `odd` in channel 2i + 1.",
        bilingual(
            "加到嵌入上的數與公式的最大差；加到隨機向量與加到零向量之差也算在內",
            "largest difference from the formula of what is added, or between what is added to a random vector "
            "and to zero",
        ),
        TABLES,
        {
            "even": Argument("formula", "Channel 2i, in pos, i, d, base.", symbols=("pos", "i")),
            "odd": Argument("formula", "Channel 2i + 1, in pos, i, d, base.", symbols=("pos", "i")),
            "length": LENGTH,
        },
        reach=_length,
    ),
    PropertyDeclaration(
        "wavelengths_equal",
        "waves",
        "Each pair of channels repeats after the number of positions that the formula gives.",
        bilingual(
            "波長與公式的最大相對差；宣告的與向量呈現的都算",
            "largest relative difference of a wavelength from the formula, as stated or as vectors show it",
        ),
        WAVES,
        {"formula": Argument("formula", "Wavelength of pair i, in i, d, base.", symbols=PAIR)},
    ),
    PropertyDeclaration(
        "wavelengths_geometric",
        "waves",
        "The ratio of one wavelength to the one before is the same for all pairs, and is not 1.",
        bilingual(
            "相鄰波長的比值與第一個比值的最大相對差；第一個比值是 1 時，寫 ratio 1",
            "largest relative difference of a ratio of neighbouring wavelengths from the first ratio; ratio 1 "
            "where that is 1",
        ),
        WAVES,
        further=_three_pairs,
    ),
    PropertyDeclaration(
        "wavelength_range",
        "waves",
        "The first wavelength is `shortest` and the last is `longest`.",
        bilingual(
            "最短與最長波長兩者與公式的相對差，取較大者",
            "relative difference from the formula of the first or the last wavelength, the larger",
        ),
        WAVES,
        {
            "shortest": Argument("formula", "First wavelength."),
            "longest": Argument("formula", "Last wavelength."),
            "relative_tolerance": Argument(
                "number", "Largest relative difference.", minimum=1e-12, maximum=1, default=1e-9
            ),
        },
    ),
    PropertyDeclaration(
        "shortest_wavelength_below",
        "waves",
        "The shortest wavelength of all pairs, in positions, is below the bound.",
        bilingual(
            "最短的波長，單位是位置（詞元）",
            "shortest wavelength, in positions (tokens)",
        ),
        WAVES,
        {"below": BELOW},
    ),
    PropertyDeclaration(
        "shift_is_linear",
        "sinusoidal",
        "One matrix maps what is added at a position to what is added `shift` positions on, for all positions.",
        bilingual(
            "以最佳矩陣預測未參與擬合的位置時的最大誤差，除以向量各分量的均方根",
            "largest error of the best matrix at positions that it was not fitted to, divided by the root mean "
            "square of the vectors' entries",
        ),
        TABLES,
        {
            "shift": Argument("integer", "Positions to move by.", minimum=1, maximum=100_000),
            "length": LENGTH,
        },
        reach=lambda given: int(given["length"] + given["shift"]),
        further=_enough_positions,
    ),
    PropertyDeclaration(
        "table_product_offset_only",
        "sinusoidal",
        "The product of the vectors of two positions depends on their distance alone.",
        bilingual(
            "距離相同的兩個位置，其向量內積的最大值減最小值，取各距離中最大者",
            "largest minus smallest product of the vectors of two positions at one distance, for the distance "
            "where this is most",
        ),
        PRODUCTS,
        {"length": Argument(**{**vars(LENGTH), "maximum": 1024})},
        reach=_length,
    ),
    PropertyDeclaration(
        "table_product_symmetric",
        "sinusoidal",
        "The product of a position's vector with that of k positions on equals that with k positions back.",
        bilingual(
            "往後 k 個位置的內積與往前 k 個位置的內積的最大差",
            "largest difference between the product with k positions on and that with k positions back",
        ),
        TABLES,
        {"length": Argument(**{**vars(LENGTH), "maximum": 1024})},
        reach=_length,
    ),
    PropertyDeclaration(
        "pair_amplitude_below",
        "sinusoidal",
        "Sine squared plus cosine squared of every pair at that position is below the bound.",
        bilingual(
            "該位置各對正弦平方加餘弦平方的最大值",
            "largest sine squared plus cosine squared of a pair at the position",
        ),
        SINUSOIDAL,
        {"position": POSITION, "below": BELOW},
    ),
    PropertyDeclaration(
        "fastest_pair_changes_less_than",
        "sinusoidal",
        "The pair with the shortest wavelength changes by less than the bound (Euclidean) between the "
        "position and "
        "`step` positions on.",
        bilingual(
            "波長最短的一對在兩個位置之間的歐氏距離",
            "change of the pair with the shortest wavelength between the two positions, as Euclidean distance",
        ),
        SINUSOIDAL,
        {
            "position": POSITION,
            "step": Argument("integer", "Positions to move by.", minimum=1, maximum=100_000),
            "below": BELOW,
        },
    ),
    PropertyDeclaration(
        "table_shape",
        "learned",
        "The learned table has this many rows and columns.",
        bilingual(
            "學習到的表的大小：位置數 x 維數",
            "size of the learned table: rows x columns",
        ),
        LEARNED,
        {
            "rows": Argument("formula", "Expected rows, in L, D, d."),
            "columns": Argument("formula", "Expected columns, in L, D, d."),
        },
    ),
    PropertyDeclaration(
        "inverse_frequencies_equal",
        "waves",
        "The angle of each pair grows with each position by what the formula gives, in radians.",
        bilingual(
            "每個位置轉動的弧度與公式的最大相對差；宣告的與向量呈現的都算",
            "largest relative difference from the formula of the radians turned per position, as stated or as "
            "vectors show them",
        ),
        WAVES,
        {"formula": Argument("formula", "Inverse frequency of pair i, in i, d, base.", symbols=PAIR)},
    ),
    PropertyDeclaration(
        "angle_geometric_in_pair",
        "waves",
        "The ratio of a pair's angle to that of the pair before is the same for all pairs, and below 1.",
        bilingual(
            "相鄰兩對角度的比值與第一個比值的最大相對差；第一個比值不在 0 與 1 之間時，是這個比值",
            "largest relative difference of a ratio of neighbouring pairs' angles from the first ratio; that "
            "ratio itself where it is not between 0 and 1",
        ),
        WAVES,
        further=_three_pairs,
    ),
    PropertyDeclaration(
        "pair_phases_seen_by",
        "sinusoidal",
        "Every pair at the position lies within the tolerance (Euclidean) of itself at some position below the length.",
        bilingual(
            "該位置的一對與自己在長度以內各位置的最小歐氏距離，取各對中最大者",
            "smallest Euclidean distance of a pair at the position to itself below the length; of all pairs, the "
            "largest",
        ),
        SINUSOIDAL,
        {
            "length": LENGTH,
            "position": POSITION,
            "tolerance": Argument("number", "Largest distance.", minimum=0),
        },
    ),
    PropertyDeclaration(
        "table_product_depends_on_absolute_position",
        "sinusoidal",
        "For some distance, the products of the vectors of two positions at that distance differ.",
        bilingual(
            "距離相同的兩個位置，其向量內積的最大值減最小值，取各距離中最大者",
            "largest minus smallest product of the vectors of two positions at one distance, for the distance "
            "where this is most",
        ),
        TABLES,
        {
            "length": Argument(**{**vars(LENGTH), "maximum": 1024}),
            "rows": Argument(
                "choice",
                "What stands in a learned table: drawn, its start values; sinusoidal, the sinusoidal table.",
                choices=("drawn", "sinusoidal"),
                default="drawn",
            ),
        },
        reach=_length,
        further=lambda build, given: (
            ["the sinusoidal table needs an even width of 4 or more"]
            if given["rows"] == "sinusoidal" and (build["width"] % 2 or build["width"] < 4)
            else []
        ),
    ),
    PropertyDeclaration(
        "frequency_changes_with_position",
        "waves",
        "Some pair turns by another angle from position a to a + 1 than from b to b + 1, up to whole turns.",
        bilingual(
            "在單位圓上，一對從 a 到 a + 1 與從 b 到 b + 1 的轉動之間的最大距離（弦長）",
            "largest distance on the unit circle (chord) between a pair's turn from a to a + 1 and that from b "
            "to b + 1",
        ),
        WAVES,
        {"positions": Argument("integers", "a and b.", minimum=0, maximum=10_000_000, count=2)},
    ),
    PropertyDeclaration(
        "frequencies_evenly_spaced",
        "waves",
        "The differences between neighbouring inverse frequencies are all equal.",
        bilingual(
            "相鄰頻率的間隔與第一個間隔的最大相對差",
            "largest relative difference of a step between neighbouring frequencies from the first step",
        ),
        WAVES,
        further=_three_pairs,
    ),
)

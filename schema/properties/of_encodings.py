"""Properties of what a method computes from positions: tables, angles, slopes and biases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.schema.properties.declaration import Argument, PropertyDeclaration

__all__ = ["OF_ENCODINGS"]

SINUSOIDAL: Final = frozenset({"sinusoidal"})
TABLES: Final = frozenset({"sinusoidal", "learned-absolute"})
LEARNED: Final = frozenset({"learned-absolute"})
ROPE: Final = frozenset({"rope"})
WAVES: Final = frozenset({"sinusoidal", "rope"})

_LENGTH: Final = Argument("integer", "Number of positions, from 0.", minimum=3, maximum=4096)
_POSITION: Final = Argument("integer", "Position in tokens, from 0.", minimum=0, maximum=10_000_000)
_BELOW: Final = Argument("number", "Upper bound, exclusive.")
_PAIR: Final = ("i",)


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
        TABLES,
        {
            "even": Argument("formula", "Channel 2i, in pos, i, d, base.", symbols=("pos", "i")),
            "odd": Argument("formula", "Channel 2i + 1, in pos, i, d, base.", symbols=("pos", "i")),
            "length": _LENGTH,
        },
        reach=_length,
    ),
    PropertyDeclaration(
        "wavelengths_equal",
        "waves",
        "Each pair of channels repeats after the number of positions that the formula gives.",
        WAVES,
        {"formula": Argument("formula", "Wavelength of pair i, in i, d, base.", symbols=_PAIR)},
    ),
    PropertyDeclaration(
        "wavelengths_geometric",
        "waves",
        "The ratio of one wavelength to the one before is the same for all pairs, and is not 1.",
        WAVES,
        further=_three_pairs,
    ),
    PropertyDeclaration(
        "wavelength_range",
        "waves",
        "The first wavelength is `shortest` and the last is `longest`.",
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
        WAVES,
        {"below": _BELOW},
    ),
    PropertyDeclaration(
        "shift_is_linear",
        "sinusoidal",
        "One matrix maps what is added at a position to what is added `shift` positions on, for all "
        "positions.",
        TABLES,
        {
            "shift": Argument("integer", "Positions to move by.", minimum=1, maximum=100_000),
            "length": _LENGTH,
        },
        reach=lambda given: int(given["length"] + given["shift"]),
        further=_enough_positions,
    ),
    PropertyDeclaration(
        "table_product_offset_only",
        "sinusoidal",
        "The product of the vectors of two positions depends on their distance alone.",
        TABLES,
        {"length": Argument(**{**vars(_LENGTH), "maximum": 1024})},
        reach=_length,
    ),
    PropertyDeclaration(
        "table_product_symmetric",
        "sinusoidal",
        "The product of a position's vector with that of k positions on equals that with k positions back.",
        TABLES,
        {"length": Argument(**{**vars(_LENGTH), "maximum": 1024})},
        reach=_length,
    ),
    PropertyDeclaration(
        "pair_amplitude_below",
        "sinusoidal",
        "Sine squared plus cosine squared of every pair at that position is below the bound.",
        SINUSOIDAL,
        {"position": _POSITION, "below": _BELOW},
    ),
    PropertyDeclaration(
        "fastest_pair_changes_less_than",
        "sinusoidal",
        "The pair with the shortest wavelength changes by less than the bound (Euclidean) between the "
        "position and "
        "`step` positions on.",
        SINUSOIDAL,
        {
            "position": _POSITION,
            "step": Argument("integer", "Positions to move by.", minimum=1, maximum=100_000),
            "below": _BELOW,
        },
    ),
    PropertyDeclaration(
        "table_shape",
        "learned",
        "The learned table has this many rows and columns.",
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
        WAVES,
        {"formula": Argument("formula", "Inverse frequency of pair i, in i, d, base.", symbols=_PAIR)},
    ),
    PropertyDeclaration(
        "angle_linear_in_position",
        "rotary",
        "At every position m the angle of each pair is m times that at position 1, up to whole turns.",
        ROPE,
        {"length": _LENGTH},
    ),
    PropertyDeclaration(
        "angle_geometric_in_pair",
        "waves",
        "The ratio of a pair's angle to that of the pair before is the same for all pairs, and below 1.",
        WAVES,
        further=_three_pairs,
    ),
    PropertyDeclaration(
        "pairs_are",
        "rotary",
        "The channels that mix are neighbours (2i, 2i+1), or half the width apart (i, i + d/2).",
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
        ROPE,
        {"equals": Argument("formula", "Expected number, in d.")},
    ),
    PropertyDeclaration(
        "is_complex_multiplication",
        "rotary",
        "Each pair (a, b), read as a + ib, is multiplied by e^(i m theta) at position m.",
        ROPE,
        {"position": _POSITION},
    ),
    PropertyDeclaration(
        "product_equals_relative_rotation",
        "rotary",
        "The product of the query rotated at m and the key rotated at n is q^T R k, R the rotation for "
        "`rotation`.",
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
        ROPE,
        {"position": Argument("integer", "Position in tokens.", minimum=1, maximum=10_000_000)},
    ),
    PropertyDeclaration(
        "angle_from_first_axis",
        "rotary",
        "In every pair the rotated key lies at this angle, up to whole turns, from the axis of the pair's "
        "first channel.",
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
        "pair_phases_seen_by",
        "sinusoidal",
        "Every pair at the position lies within the tolerance (Euclidean) of itself at some position below "
        "the length.",
        SINUSOIDAL,
        {
            "length": _LENGTH,
            "position": _POSITION,
            "tolerance": Argument("number", "Largest distance.", minimum=0),
        },
    ),
    PropertyDeclaration(
        "table_product_depends_on_absolute_position",
        "sinusoidal",
        "For some distance, the products of the vectors of two positions at that distance differ.",
        TABLES,
        {
            "length": Argument(**{**vars(_LENGTH), "maximum": 1024}),
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
        WAVES,
        {"positions": Argument("integers", "a and b.", minimum=0, maximum=10_000_000, count=2)},
    ),
    PropertyDeclaration(
        "frequencies_evenly_spaced",
        "waves",
        "The differences between neighbouring inverse frequencies are all equal.",
        WAVES,
        further=_three_pairs,
    ),
    PropertyDeclaration(
        "similar_key_preferred",
        "rotary",
        "At every distance m below the length the sum of cos(m theta) over the pairs is not negative: a key "
        "like the "
        "query scores no lower than an unlike one on average.",
        ROPE,
        {"length": Argument("integer", "Number of distances, from 0.", minimum=2, maximum=65_536)},
    ),
)

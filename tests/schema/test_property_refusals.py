"""What a property refuses beyond the types of its arguments: a sentence that says how to ask instead.

Each row asks once what cannot be answered, and once the nearest question that can.
"""

import math

import pytest

from posatlas.schema.properties import check_problems

ALIBI = {"heads": 12}
ROPE = {"head_dim": 24}
WAVES = {"waves": 11, "axes": 2}
BEYOND = {"slope_index": 11, "distance": 20, "length": 21}
SEQUENCE = {"quantity": "skew", "sequence": [1, 2, 3, 4], "square": True, "numbers": [1]}
OFFSETS = {"offsets": [0, 5], "numbers": [0, 1]}
LISTING = {"head_dim": 10, "maximum": 2}
TO_ROPE = {"method": "rope", "options": ROPE}

# property, method, build and arguments that are refused, the sentence, and what can be asked instead
REFUSED = (
    (
        "constants_follow_length", "alibi", ALIBI, {"lengths": [50, 900], "constants": "inverse_frequencies"},
        "this method has slopes, not inverse_frequencies", {"given": {"constants": "slopes"}},
    ),
    (
        "constants_follow_length", "rope", ROPE, {"lengths": [50, 900], "constants": "slopes"},
        "this method has inverse_frequencies, not slopes", {"given": {"constants": "inverse_frequencies"}},
    ),
    (
        "key_cache_numbers_per_token", "rope", ROPE, {"equals": "d", "head_dim": 26},
        "head_dim is 24 in build and 26 in given: leave it out of given", {"given": {"head_dim": 24}},
    ),
    (
        "slopes_geometric", "alibi", {"heads": 2}, {},
        "a ratio is constant only if there are two ratios: take 3 heads or more", {"build": {"heads": 3}},
    ),
    (
        "slopes_distinct", "alibi", {"heads": 1}, {},
        "one slope is always distinct: take 2 heads or more", {"build": {"heads": 2}},
    ),
    (
        "weight_beyond_distance_below", "alibi", ALIBI, BEYOND | {"below": 1, "slope_index": 12},
        "slope_index counts from 0 and is below the 12 heads", {"given": {"slope_index": 11}},
    ),
    (
        "weight_beyond_distance_above", "alibi", ALIBI, BEYOND | {"above": 0, "length": 20},
        "length must be larger than distance", {"given": {"length": 21}},
    ),
    (
        "wavelengths_geometric", "sinusoidal", {"width": 4}, {},
        "a ratio is constant only if there are two ratios: take a width of 6 or more", {"build": {"width": 6}},
    ),
    (
        "angle_geometric_in_pair", "rope", {"head_dim": 4}, {},
        "take a width of 6 or more", {"build": {"head_dim": 6}},
    ),
    (
        "shift_is_linear", "sinusoidal", {"width": 8}, {"shift": 5, "length": 23},
        "length must be at least 3 * width = 24", {"given": {"length": 24}},
    ),
    (
        "table_product_equals", "random-fourier-features", WAVES, {"positions": [1, 2], "equals": "1"},
        "positions are two, of 2 numbers each: 4 numbers in a row", {"given": {"positions": [1, 2, 3, 4]}},
    ),
    (
        "sequence_gives", "music-transformer-skew", {"heads": 1, "head_dim": 2, "length": 3},
        SEQUENCE | {"numbers": []}, "numbers is empty: give at least one", {"given": {"numbers": [1]}},
    ),
    (
        "sequence_gives", "music-transformer-skew", {"heads": 1, "head_dim": 2, "length": 3},
        SEQUENCE | {"sequence": [1, 2, 3]}, "3 numbers are not the rows of a square matrix",
        {"given": {"square": False}},
    ),
    (
        "gate_equals", "cope-contextual", LISTING | {"variant": "repository"}, {"formula": "qk"},
        "build with variant: listing and maximum 2 or more", {"build": {"variant": "listing"}},
    ),
    (
        "gate_equals", "cope-contextual", LISTING | {"maximum": 1}, {"formula": "qk"},
        "build with variant: listing and maximum 2 or more", {"build": {"maximum": 2}},
    ),
    (
        "far_offsets_alike", "alibi", ALIBI, {"from": 9, "to": 9},
        "from must be less than to", {"given": {"to": 10}},
    ),
    (
        "at_offsets", "kerple", ALIBI, OFFSETS | {"equals": "i"},
        "give numbers or equals, and not both", {"given": {"numbers": None}},
    ),
    (
        "at_offsets", "kerple", ALIBI, {"offsets": [0, 5]},
        "give numbers or equals, and not both", {"given": {"equals": "i"}},
    ),
    (  # 257 * 257 offsets are more than 65,536; 255 * 255 are not
        "bias_even", "swinv2-log-cpb", ALIBI, {"length": 128},
        "there are more than 65,536 offsets along 2 axes: give a smaller length", {"given": {"length": 127}},
    ),
    (  # 17^4 and 15^4
        "bias_even", "dynamic-position-bias", {"heads": 6, "width": 10, "axes": 4}, {"length": 8},
        "there are more than 65,536 offsets along 4 axes: give a smaller length", {"given": {"length": 7}},
    ),
    (
        "bias_falls_with_distance", "dynamic-position-bias", {"heads": 6, "width": 10, "axes": 2}, {"length": 8},
        "this looks along one axis: build with axes: 1", {"build": {"axes": 1}},
    ),
    (
        "unchanged_by_shift", "rope-axial-2d", {"head_dim": 24}, {"shift": [0, 0]},
        "shift moves nothing; give a number other than 0", {"given": {"shift": [0, 1]}},
    ),
    (
        "permutation_equivariant", "alibi", ALIBI, {"length": 9, "causal": False},
        "alibi has no bias for later keys unless it is built with symmetric: true", {"build": {"symmetric": True}},
    ),
    (
        "wavelength_range", "sinusoidal", {"width": 24}, {"shortest": 1, "longest": math.inf},
        "longest: a formula that is a number is a finite one", {"given": {"longest": 1e300}},
    ),
    (
        "shortest_wavelength_below", "rope", ROPE, {"below": math.nan},
        "below is a finite number", {"given": {"below": 1e300}},
    ),
    (
        "has_quantity", "alibi", ALIBI, {"quantity": ""},
        "quantity is a word, not ''", {"given": {"quantity": "slopes"}},
    ),
    (
        "same_as", "rope", ROPE, {"method": "rope", "options": [24]},
        "options is a mapping of options, not [24]", {"given": {"options": ROPE}},
    ),
    (
        "unchanged_by_shift", "rope-axial-2d", {"head_dim": 24}, {"shift": [1, "2"]},
        "an entry of shift is a number, not '2'", {"given": {"shift": [1, 2]}},
    ),
)  # fmt: skip


def _without_nothing(values):
    return {name: value for name, value in values.items() if value is not None}


@pytest.mark.parametrize(
    ("name", "method", "build", "given", "sentence", "mended"),
    REFUSED,
    ids=[f"{row[0]}-{number}" for number, row in enumerate(REFUSED)],
)
def test_a_question_without_an_answer_is_refused_and_the_nearest_one_is_not(
    name, method, build, given, sentence, mended
):
    (problem,) = check_problems(name, method, build, given)
    assert sentence in problem
    good = build | mended.get("build", {}), _without_nothing(given | mended.get("given", {}))
    assert check_problems(name, method, *good) == []


OTHER_METHODS = (
    ("same_as", "rope", ROPE, TO_ROPE),
    ("same_outputs_as", "rope", ROPE, TO_ROPE),
    ("same_logits_in_a_row", "fox", {"width": 22, "heads": 6}, TO_ROPE | {"length": 9}),
    ("same_as_on_line", "rope-2d", ROPE, TO_ROPE | {"line": [0, 1]}),
    ("same_as_with_axes", "rope-2d", ROPE, TO_ROPE | {"order": [1, 0]}),
    ("starts_as", "rope-mixed", {"heads": 2, "head_dim": 24}, TO_ROPE | {"direction": 0.5}),
)


@pytest.mark.parametrize(("name", "method", "build", "given"), OTHER_METHODS, ids=[row[0] for row in OTHER_METHODS])
def test_the_other_method_is_one_that_can_be_built_as_asked(name, method, build, given):
    assert check_problems(name, method, build, given) == []
    assert check_problems(name, method, build, given | {"options": {"head_dim": 7}}) == [
        "options: head_dim is an even number, not 7"
    ]
    (unknown,) = check_problems(name, method, build, given | {"method": "ropes"})
    assert unknown.startswith("method: 'ropes' has no implementation that a check can build; did you mean 'rope'?")


def test_the_other_build_of_one_method_is_one_that_can_be_made():
    build = {"heads": 3, "head_dim": 8}
    question = ("outputs_parallel_to", "retnet-decay", build)
    assert check_problems(*question, {"options": build, "length": 9}) == []
    assert check_problems(*question, {"options": build | {"heads": "3"}, "length": 9}) == [
        "options: heads is a whole number, not '3'"
    ]


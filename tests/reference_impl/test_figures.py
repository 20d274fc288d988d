"""Figures are drawn from what the implementations compute: the recorded numbers are the present ones, and true."""

from __future__ import annotations

import cmath
import math
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
import yaml

from posatlas.corpus import PACKAGED_KB
from posatlas.curve_figures import CurveFigure, read_curves, written
from posatlas.reference_impl.figures import CURVES, FIGURES, record_figures
from posatlas.reference_impl.figures.rotation import rope_rotation
from posatlas.reference_impl.registry import CLASSES

FOLDER = PACKAGED_KB / "evidence" / "figures"


def _recorded(name: str) -> CurveFigure:
    return read_curves(FOLDER / f"{name}.yml")


@cache
def _present(name: str) -> CurveFigure:
    return CURVES[name]()


@pytest.mark.parametrize("name", FIGURES)
def test_recorded_numbers_are_the_present_ones(name: str) -> None:
    assert yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8")) == FIGURES[name]()


@pytest.mark.parametrize("name", CURVES)
def test_recorded_curves_are_the_present_ones(name: str) -> None:
    recorded, present = _recorded(name), _present(name)
    assert recorded.fresh, "run: posatlas check --record"
    assert recorded.at == present.at and list(recorded.curves) == list(present.curves)
    for line, values in present.curves.items():
        assert recorded.curves[line] == pytest.approx(values, rel=1e-3, abs=1e-4), line
    assert recorded.facts == {fact: pytest.approx(values, rel=1e-3, abs=1e-4) for fact, values in present.facts.items()}


def test_rotation_turns_by_position_times_frequency_and_keeps_lengths() -> None:
    data = rope_rotation()
    for before, after, position in (("k", "rotated_k", data["n"]), ("q", "rotated_q", data["m"])):
        start, end = data[before], data[after]
        turned = math.atan2(end[1], end[0]) - math.atan2(start[1], start[0])
        assert math.isclose(turned % (2 * math.pi), position * data["theta"] % (2 * math.pi), abs_tol=1e-5)
        assert math.isclose(math.hypot(*start), math.hypot(*end), abs_tol=1e-5)
    assert math.atan2(data["k"][1], data["k"][0]) != 0  # a key on the axis would hide the mistake of the first figure


def test_unchanged_numbers_are_not_written_again(tmp_path: Path) -> None:
    written = {path.relative_to(tmp_path).with_suffix("").as_posix() for path in record_figures(tmp_path)}
    assert written == {*FIGURES, *CURVES, *(f"attention/{method}" for method in CLASSES)}
    assert record_figures(tmp_path) == ()


def _cosines(distance: int, base: float) -> float:
    """The mean of cos(distance theta_i) over the 64 pairs."""
    return sum(math.cos(distance * base ** (-2 * i / 128)) for i in range(64)) / 64


def _partial_sums(distance: int, base: float) -> float:
    """The mean of |S_j| over the 64 pairs, where S_j adds the turns of the first j pairs."""
    turns = accumulate(cmath.exp(1j * distance * base ** (-2 * i / 128)) for i in range(64))
    return sum(map(abs, turns)) / 64


@pytest.mark.parametrize("base", [10_000, 500_000, 1_000_000])
def test_scores_of_ones_are_means_of_cosines_and_stay_under_the_bound(base: int) -> None:
    data = _recorded("score")
    rows = zip(data.at, data.curves[f"equal_{base}"], data.curves[f"bound_{base}"], strict=True)
    for distance, score, bound in rows:
        assert math.isclose(score, _cosines(distance, base), abs_tol=1e-4)
        assert math.isclose(bound, _partial_sums(distance, base), rel_tol=1e-4)
        assert abs(score) < 1 < bound or distance == 0
    assert data.curves[f"bound_{base}"][0] == 32.5  # (1 + 2 + ... + 64) / 64


def test_the_bound_of_the_paper_holds_for_other_vectors() -> None:
    """Equation (37): |q.k| <= max |h_(i+1) - h_i| sum |S_(i+1)|, h_64 = 0."""
    q, k = ([math.sin(3 * n + shift) for n in range(128)] for shift in (0.4, 1.9))
    h = [complex(q[2 * i], q[2 * i + 1]) * complex(k[2 * i], -k[2 * i + 1]) for i in range(64)] + [0]
    jump = max(abs(after - before) for before, after in pairwise(h))
    data = _recorded("score")
    for distance, mean in zip(data.at, data.curves["bound_10000"], strict=True):
        turned = sum(h[i] * cmath.exp(1j * distance * 10_000 ** (-2 * i / 128)) for i in range(64))
        assert abs(turned) <= jump * mean * 64 * (1 + 1e-4)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_facts_hold_over_every_distance(place: int) -> None:
    facts = {name: values[place] for name, values in _recorded("score").facts.items()}
    scores = [_cosines(distance, facts["base"]) for distance in range(4097)]
    assert sum(after > before for before, after in pairwise(scores)) == facts["rises"]
    assert scores.index(min(scores)) == facts["least_at"] and math.isclose(min(scores), facts["least"], rel_tol=1e-4)
    assert math.isclose(_partial_sums(facts["bound_least_at"], facts["base"]), facts["bound_least"], rel_tol=1e-4)
    step = 97  # no divisor of the place of the least bound: any other place lies above it
    assert min(_partial_sums(distance, facts["base"]) for distance in range(0, 4097, step)) > facts["bound_least"]


def test_random_scores_keep_their_distribution_only_when_drawn_apart() -> None:
    """Within five standard errors of 512 draws. Apart: products have mean 0 and spread 1/sqrt(128) at any distance; the
    middle nine tenths end at 1.645 spreads, where the error of a percentile is 2.1 / sqrt(512) of a spread."""
    data, spread = _recorded("score"), 1 / math.sqrt(128)
    allowed = 5 * spread / math.sqrt(512)
    assert max(map(abs, data.curves["apart_mean"])) < allowed
    for name, limit in (("low", -1.645), ("high", 1.645)):
        assert all(abs(value - limit * spread) < 2.1 * allowed for value in data.curves[f"apart_{name}"])
    for distance, mean in zip(data.at, data.curves["same_mean"], strict=True):
        assert abs(mean - _cosines(distance, 10_000)) < 5 * math.sqrt(2 / 128 / 512)


def test_positions_collide_where_significant_digits_end() -> None:
    """From 2^k to 2^(k+1) bfloat16 has 128 numbers and float16 1,024; the last positions round up to the next power,
    or to infinity, where float16 ends at 65,504."""
    data = _recorded("bf16-positions")
    for name, power, numbers in (("distinct_bfloat16", 8, 128), ("distinct_float16", 11, 1024)):
        for length, share in zip(data.at, data.curves[name], strict=True):
            above = max(0, math.log2(length) - power)
            above = min(above, 5) if name == "distinct_float16" else above
            expected = (2**power + numbers * above + 1) / length if above else 1.0
            assert math.isclose(share, expected, rel_tol=1e-4), (name, length)


def test_errors_of_rounded_angles() -> None:
    """257 is no bfloat16 number: its fastest pair is turned by 256 or 258. A rounded cosine is off by half of 2^-8 at
    most; float32 passes through 24 digits, so an angle m below 2^17 is off by no more than m 2^-23 and the turn of a
    frequency that is off by 2^-24 of itself."""
    data = _recorded("bf16-positions")
    lines = {name: dict(zip(data.at, values, strict=True)) for name, values in data.curves.items()}
    assert all(lines["largest_position"][length] == 0 for length in (16, 32, 64, 128, 256))
    assert lines["largest_position"][512] >= abs(math.cos(256) - math.cos(257)) - 1e-4
    assert lines["largest_position"][131072] > 1.999 and lines["largest_frequency"][16] > 0.01
    assert all(error <= 2**-9 * (1 + 1e-4) for error in data.curves["largest_cosine"])  # five digits are recorded
    assert all(lines["largest_float32"][length] <= length * 2**-23 for length in data.at)
    for name in ("position", "frequency", "angle", "cosine", "float32"):
        rows = zip(data.curves[f"mean_{name}"], data.curves[f"largest_{name}"], strict=True)
        assert all(mean <= largest for mean, largest in rows)


def test_numbers_in_the_text_of_the_plots_are_the_recorded_ones() -> None:
    score, rounded = _recorded("score"), _recorded("bf16-positions")
    texts = yaml.safe_load((PACKAGED_KB.parent / "generators" / "strings" / "curves.yml").read_text(encoding="utf-8"))
    last, middle = rounded.at.index(131072), rounded.at.index(4096)
    shown = {
        "plots-score-text": (
            f"{score.curves['bound_10000'][0]:g}",
            f"{int(min(score.facts['bound_least']) * 10) / 10}",
        ),
        "plots-bf16-positions-text": (
            f"{rounded.curves['distinct_bfloat16'][middle]:.1%}",
            f"{rounded.curves['distinct_bfloat16'][last]:.1%}",
            f"{max(rounded.curves['largest_cosine']):.3f}",
            f"{rounded.curves['largest_float32'][last]:.3f}",
        ),
    }
    for name, numbers in shown.items():
        for language in ("zh-Hant", "en"):
            assert all(number in texts[name][language] for number in numbers), (name, language, numbers)


@pytest.mark.parametrize(("old", "new"), [("at:", "place:"), ("at: [", "at: [7, "), ("key:", "keys:")])
def test_a_file_that_holds_no_curves_is_named(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "score.yml"
    text = written(_recorded("score"))
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=r"score\.yml: .*posatlas check --record"):
        read_curves(file)
    file.write_text(text, encoding="utf-8")
    assert read_curves(file) == _recorded("score")

"""Figures are drawn from what the implementations compute: the recorded numbers are the present ones, and true."""

from __future__ import annotations

import cmath
import math
from pathlib import Path

import pytest
import yaml

from posatlas.corpus import PACKAGED_KB
from posatlas.reference_impl.figures import FIGURES, record_figures
from posatlas.reference_impl.figures.curves import positions_in_bfloat16, score_against_distance
from posatlas.reference_impl.figures.rotation import rope_rotation
from posatlas.reference_impl.registry import CLASSES


@pytest.mark.parametrize("name", FIGURES)
def test_recorded_numbers_are_the_present_ones(name: str) -> None:
    recorded = yaml.safe_load((PACKAGED_KB / "evidence" / "figures" / f"{name}.yml").read_text(encoding="utf-8"))
    present = FIGURES[name]()
    if "curves" not in present:
        assert recorded == present
        return
    assert recorded["at"] == present["at"] and set(recorded["curves"]) == set(present["curves"])
    for line, values in present["curves"].items():
        assert recorded["curves"][line] == pytest.approx(values, rel=1e-3, abs=1e-4), line


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
    assert written == {*FIGURES, *(f"attention/{method}" for method in CLASSES)}
    assert record_figures(tmp_path) == ()


def test_scores_of_equal_vectors_are_means_of_cosines() -> None:
    data = score_against_distance()
    for base in (10_000, 500_000):
        for distance, score in zip(data["at"], data["curves"][f"equal_{base}"], strict=True):
            cosines = [math.cos(distance * base ** (-2 * i / 128)) for i in range(64)]
            assert math.isclose(score, sum(cosines) / 64, abs_tol=1e-4)


def test_random_scores_have_mean_zero_and_spread_one_at_every_distance() -> None:
    """Within five standard errors: the mean of 512 values of spread 1, and the root of the mean of their squares."""
    curves = score_against_distance()["curves"]
    assert max(map(abs, curves["drawn_mean"])) < 5 / math.sqrt(512)
    assert all(abs(spread - 1) < 5 / math.sqrt(2 * 512) for spread in curves["drawn_spread"])


def test_the_bound_is_the_mean_of_the_partial_sums() -> None:
    """The mean of |S_j|, summed anew in plain Python, as a share of its value at distance 0, where |S_j| is j."""
    data = score_against_distance()
    assert data["curves"]["bound"][0] == 1.0
    for distance, share in zip(data["at"][:40], data["curves"]["bound"], strict=False):
        partial, sums = 0j, []
        for i in range(64):
            partial += cmath.exp(1j * distance * 10_000 ** (-2 * i / 128))
            sums.append(abs(partial))
        assert math.isclose(share, sum(sums) / (64 * 65 / 2), abs_tol=1e-4)


def test_positions_collide_above_256_in_bfloat16() -> None:
    data = positions_in_bfloat16()
    share = dict(zip(data["at"], data["curves"]["distinct"], strict=True))
    assert all(share[length] == 1.0 for length in (16, 32, 64, 128, 256))
    # From 2^k to 2^(k+1) there are 128 numbers; the last positions round up to the next power of two.
    for power in range(9, 18):
        assert math.isclose(share[2**power], (256 + 128 * (power - 8) + 1) / 2**power, rel_tol=1e-4)
    assert all(error <= 2**-9 for error in data["curves"]["value"])
    assert max(data["curves"]["position"]) > 1.99

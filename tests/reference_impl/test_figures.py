"""Figures are drawn from what the implementations compute: the recorded numbers are the present ones, and true."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import yaml

from posatlas.corpus import PACKAGED_KB
from posatlas.reference_impl.figures import FIGURES, record_figures
from posatlas.reference_impl.figures.rotation import rope_rotation
from posatlas.reference_impl.registry import CLASSES


@pytest.mark.parametrize("name", FIGURES)
def test_recorded_numbers_are_the_present_ones(name: str) -> None:
    recorded = yaml.safe_load((PACKAGED_KB / "evidence" / "figures" / f"{name}.yml").read_text(encoding="utf-8"))
    assert recorded == FIGURES[name]()


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

"""The figure of a rotation: arcs go the way the vectors turned, and nothing is drawn without recorded numbers."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest

from posatlas.generators.figures import figure
from posatlas.generators.rotation_figure import rotation_figure

CENTRE_X, CENTRE_Y = 170, 230


def _turned(phase: float, by: float) -> dict[str, object]:
    """Numbers of a figure in which the key begins at a phase and both vectors turn counterclockwise."""
    unit = {
        name: [math.cos(angle), math.sin(angle)]
        for name, angle in (("k", phase), ("rotated_k", phase + by), ("q", 0.2), ("rotated_q", 0.2 + by))
    }
    return unit | {"theta": 0.01, "n": 100 * by, "m": 100 * by, "key_phase": phase, "query_phase": 0.2}


@pytest.mark.parametrize("phase", [0.35, 2.0, 2.9, -0.3])
def test_an_arc_goes_from_before_to_after_the_way_the_vector_turned(phase: float) -> None:
    """Also where the angle passes half a turn, at which atan2 falls from pi to -pi."""
    by = 0.6
    points = re.findall(r'class="arc" points="([^"]+)"', rotation_figure(_turned(phase, by)))[0]
    places = [tuple(map(float, point.split(","))) for point in points.split()]
    angles = [math.atan2(CENTRE_Y - y, x - CENTRE_X) for x, y in places]
    steps = [(after - before) % (2 * math.pi) for before, after in pairwise(angles)]
    assert math.cos(angles[0] - phase) > 0.999
    assert sum(steps) == pytest.approx(by, abs=0.02)  # coordinates are rounded to a tenth
    assert max(steps) < 0.1


def test_a_figure_without_recorded_numbers_says_how_to_record_them(tmp_path: Path) -> None:
    said = r"^The numbers of the figure rope-rotation are not recorded\. Record them:  posatlas check --record$"
    with pytest.raises(ValueError, match=said):
        figure(tmp_path, "rope-rotation")

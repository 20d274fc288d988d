"""The two canvases on which the explorer draws, one for desktops and one for phones, in units of about a pixel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

Place = tuple[int, int]
"""Middle of a box: units from the left and from the top."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Size of a canvas and of the boxes on it, the least gap between two boxes, and the margin, all in units."""

    name: str
    width: int
    height: int
    box_width: int
    box_height: int
    gap: int

    @property
    def middle(self) -> Place:
        """The middle of the canvas."""
        return self.width // 2, self.height // 2

    def inside(self, place: Place) -> bool:
        """True where a box at the place lies on the canvas, a gap from its edges."""
        x, y = place
        left, top = self.box_width / 2 + self.gap, self.box_height / 2 + self.gap
        return left <= x <= self.width - left and top <= y <= self.height - top

    def apart(self, places: Iterable[Place]) -> bool:
        """True where boxes at the places keep the gap between any two of them."""
        across, down = self.box_width + self.gap, self.box_height + self.gap
        return all(abs(a[0] - b[0]) >= across or abs(a[1] - b[1]) >= down for a, b in combinations(places, 2))


WIDE = Canvas("wide", width=1000, height=640, box_width=148, box_height=30, gap=6)
NARROW = Canvas("narrow", width=360, height=560, box_width=112, box_height=32, gap=4)
CANVASES = (WIDE, NARROW)
# The drawing of descent is as tall as it must be, and leaves room for lines left of each column.
LINEAGE_CANVASES = (replace(WIDE, width=1120, box_width=124), replace(NARROW, box_width=146, box_height=30))

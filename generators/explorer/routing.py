"""Lines from parents to children in the gaps of a grid of boxes: below the parent, then left of the child's column.

All lines of one parent share a track in a gap, two parents never share one where both need it; so a line passes
behind no box, and which parent it comes from can be followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from posatlas.generators.explorer.canvas import NARROW, Canvas

_LEFT, _LANES, _YEAR, _YEAR_ON_NARROW = 44, 26, 8, 26
_TRACK: Final = 4  # between two tracks of a gap
_CLEAR: Final = 5  # between a box and the nearest track


class Seat(NamedTuple):
    """Row and column of a box, from 0."""

    row: int
    column: int


class Grid:
    """Middles of columns `x` and rows `y`, tops of the rows that begin a year, height: all in units of the canvas."""

    def __init__(
        self,
        canvas: Canvas,
        columns: int,
        first_rows: Mapping[int, str],
        seats: Mapping[str, Seat],
        pairs: Iterable[tuple[str, str]],
    ) -> None:
        narrow = canvas.name == NARROW.name
        self.canvas = canvas
        left = 0 if narrow else _LEFT
        pitch = min((canvas.width - left - canvas.gap) // columns, round(canvas.box_width * 1.5))
        self.gutter = pitch - canvas.box_width
        start = left + (canvas.width - left - canvas.gap - pitch * columns) // 2 + self.gutter
        self.x = [start + pitch * column + canvas.box_width // 2 for column in range(columns)]
        self.below, self.beside = _tracks(seats, pairs)
        used = {row: 1 + max(track for (at, _), track in self.below.items() if at == row) for row, _ in self.below}
        self.y: list[int] = []
        self.top_of: dict[int, int] = {}
        top = 0 if narrow else _LANES
        for row in range(1 + max(seat.row for seat in seats.values())):
            if row in first_rows:
                self.top_of[row] = top
                top += _YEAR_ON_NARROW if narrow else _YEAR
            self.y.append(top + canvas.box_height // 2)
            top += canvas.box_height + 2 * _CLEAR + _TRACK * max(used.get(row, 0) - 1, 0)
        self.height = top + canvas.gap
        self._most = {
            column: 1 + max(t for (at, _), t in self.beside.items() if at == column) for column, _ in self.beside
        }

    def across(self, row: int, parent: str) -> int:
        """Height of a parent's track below a row."""
        return self.y[row] + self.canvas.box_height // 2 + _CLEAR + _TRACK * self.below[row, parent]

    def down(self, column: int, parent: str) -> int:
        """Where a parent's track runs in the gutter left of a column; tracks move together where there are many."""
        between = min(_TRACK, (self.gutter - _CLEAR - 3) / max(self._most[column] - 1, 1))
        edge = self.x[column] - self.canvas.box_width // 2
        return round(edge - _CLEAR - between * self.beside[column, parent])


def _straight(parent: Seat, child: Seat) -> bool:
    return parent.column == child.column and child.row == parent.row + 1


def _tracks(
    seats: Mapping[str, Seat], pairs: Iterable[tuple[str, str]]
) -> tuple[dict[tuple[int, str], int], dict[tuple[int, str], int]]:
    """Tracks by (row, parent) in the gaps below rows and by (column, parent) in gutters, from 0."""
    across: dict[tuple[int, str], list[float]] = {}
    down: dict[tuple[int, str], list[float]] = {}
    for parent, child in pairs:
        above, below = seats[parent], seats[child]
        if not _straight(above, below):
            across.setdefault((above.row, parent), [above.column]).append(below.column - 0.5)
            down.setdefault((below.column, parent), [above.row + 0.5]).append(below.row)
    return _coloured(across), _coloured(down)


def _coloured(stretches: Mapping[tuple[int, str], list[float]]) -> dict[tuple[int, str], int]:
    """For each stretch the least track of its gap that no stretch before it holds where the two meet."""
    found: dict[tuple[int, str], int] = {}
    held: dict[int, list[tuple[int, float, float]]] = {}
    for (gap, parent), ends in sorted(stretches.items(), key=lambda item: (item[0][0], min(item[1]), max(item[1]))):
        low, high = min(ends), max(ends)
        others = held.setdefault(gap, [])
        busy = {track for track, first, last in others if first <= high and low <= last}
        track = next(number for number in range(len(others) + 1) if number not in busy)
        others.append((track, low, high))
        found[gap, parent] = track
    return found


def routes(grid: Grid, seats: Mapping[str, Seat], pairs: Iterable[tuple[str, str]]) -> list[list[Any]]:
    """For each pair parent, child, and the corners of the line between their boxes as x, y, x, y, …"""
    half_width, half_height = grid.canvas.box_width // 2, grid.canvas.box_height // 2
    found: list[list[Any]] = []
    for parent, child in pairs:
        above, below = seats[parent], seats[child]
        x, y = grid.x[above.column], grid.y[above.row] + half_height
        if _straight(above, below):
            found.append([parent, child, x, y, x, grid.y[below.row] - half_height])
            continue
        turn, gutter = grid.across(above.row, parent), grid.down(below.column, parent)
        end_x, end_y = grid.x[below.column] - half_width, grid.y[below.row]
        found.append([parent, child, x, y, x, turn, gutter, turn, gutter, end_y, end_x, end_y])
    return found

"""Where methods stand in the drawing of descent: years from top to bottom, families side by side, parents above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from posatlas.generators.explorer.canvas import NARROW, Canvas
from posatlas.generators.explorer.routing import Grid, Seat, routes
from posatlas.lineage import Generation

FAMILIES: Final = ("absolute", "relative", "none", "rotary", "extension", "remapping")
# Columns of boxes that a family has on a wide canvas; on a narrow one all families share two.
_COLUMNS: Final = {"absolute": 1, "relative": 1, "none": 1, "rotary": 1, "extension": 2, "remapping": 1}
_NARROW_COLUMNS: Final = 2



def drawing(methods: Mapping[str, Generation], shown: Iterable[str], canvas: Canvas) -> dict[str, Any]:
    """Some methods on a canvas: its height, years with their top, lanes with their middle, places, lines.

    A place is the id of a method with the middle of its box, a line the ids of parent and child with its corners, which
    lies in the gaps between the boxes.
    """
    wanted = set(shown)
    members = [generation for identifier, generation in methods.items() if identifier in wanted]
    lanes, columns = _lanes(members, canvas)
    seats, first_rows = _seated(members, lanes)
    pairs = [(p.id, g.method.id) for g in members for p in g.method.parents if p.id in seats]
    grid = Grid(canvas, columns, first_rows, seats, pairs)
    headings = [(f, round(sum(grid.x[c] for c in lanes[f]) / len(lanes[f]))) for f in lanes]
    return {
        "height": grid.height,
        "years": [(year, grid.top_of[row]) for row, year in first_rows.items()],
        "lanes": [] if canvas.name == NARROW.name else headings,
        "places": [(identifier, grid.x[seat.column], grid.y[seat.row]) for identifier, seat in seats.items()],
        "lines": routes(grid, seats, pairs),
    }


def _seated(members: list[Generation], lanes: Mapping[str, list[int]]) -> tuple[dict[str, Seat], dict[int, str]]:
    """Row and column of each method, and the rows with which a year begins: below all parents, in its lane."""
    seats: dict[str, Seat] = {}
    years: dict[str, int] = {}
    for generation in _parents_first(members):
        year = generation.date[:4]
        if year not in years:
            years[year] = max((seat.row for seat in seats.values()), default=-1) + 1
        above = [seats[parent.id] for parent in generation.method.parents if parent.id in seats]
        row = max([years[year], *(seat.row + 1 for seat in above)])
        choices = lanes[generation.method.family]
        wish = sum(seat.column for seat in above) / len(above) if above else choices[0]
        taken = set(seats.values())
        while not (free := [column for column in choices if Seat(row, column) not in taken]):
            row += 1
        seats[generation.method.id] = Seat(row, min(free, key=lambda column: (abs(column - wish), column)))
    return seats, {row: year for year, row in years.items()}


def _parents_first(members: list[Generation]) -> list[Generation]:
    """Members by year; within a year, a parent before its children."""
    ordered: list[Generation] = []
    names = {generation.method.id for generation in members}
    done: set[str] = set()
    waiting = list(members)
    while waiting:
        ready = next(g for g in waiting if all(p.id in done for p in g.method.parents if p.id in names))
        waiting.remove(ready)
        ordered.append(ready)
        done.add(ready.method.id)
    return ordered


def _lanes(members: list[Generation], canvas: Canvas) -> tuple[dict[str, list[int]], int]:
    """Columns of each family that is present, and how many there are."""
    present = [family for family in FAMILIES if any(g.method.family == family for g in members)]
    if canvas.name == NARROW.name:
        return {family: list(range(_NARROW_COLUMNS)) for family in present}, _NARROW_COLUMNS
    lanes: dict[str, list[int]] = {}
    count = 0
    for family in present:
        lanes[family] = list(range(count, count + _COLUMNS[family]))
        count += _COLUMNS[family]
    return lanes, count

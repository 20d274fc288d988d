"""Where methods stand in the drawing of descent: years from top to bottom, families side by side, parents above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from posatlas.atlas import Atlas
from posatlas.generators.explorer.canvas import NARROW, Canvas
from posatlas.generators.explorer.routing import Grid, Seat, routes
from posatlas.schema import Method

FAMILIES: Final = ("absolute", "relative", "none", "rotary", "extension", "remapping")
# Columns of boxes that a family has on a wide canvas; on a narrow one all families share two.
_COLUMNS: Final = {"absolute": 1, "relative": 1, "none": 1, "rotary": 1, "extension": 2, "remapping": 1}
_NARROW_COLUMNS: Final = 2


@dataclass(frozen=True, slots=True)
class Generation:
    """A method, the date at which it stands in the drawing, and the date of its paper; empty where there is none."""

    method: Method
    date: str
    published: str


def generations(atlas: Atlas) -> dict[str, Generation]:
    """Every method with its date: that of its paper, but not before its latest parent. Ordered by date and id."""
    methods = {method.id: method for method in atlas.of("method")}
    papers = {paper.id: paper.first_published for paper in atlas.of("paper")}
    dates: dict[str, str] = {}

    def date(method: Method) -> str:
        if method.id not in dates:
            above = (date(methods[parent.id]) for parent in method.parents if parent.id in methods)
            dates[method.id] = max([papers.get(method.introduced_by or "", ""), *above])
        return dates[method.id]

    found = [Generation(m, date(m), papers.get(m.introduced_by or "", "")) for m in methods.values()]
    found.sort(key=lambda generation: (generation.date, not generation.published, generation.method.id))
    return {generation.method.id: generation for generation in found}


def kin(methods: Mapping[str, Generation], identifier: str) -> set[str]:
    """A method with its ancestors and its descendants."""
    parents = {i: {p.id for p in g.method.parents if p.id in methods} for i, g in methods.items()}
    children: dict[str, set[str]] = {i: set() for i in methods}
    for child, above in parents.items():
        for parent in above:
            children[parent].add(child)
    found = {identifier}
    for next_to in (parents, children):
        waiting = [identifier]
        while waiting:
            new = next_to[waiting.pop()] - found
            found |= new
            waiting += sorted(new)
    return found


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

"""Where methods stand in the drawing of descent: years from top to bottom, families side by side, parents above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from posatlas.atlas import Atlas
from posatlas.generators.explorer.canvas import NARROW, Canvas
from posatlas.schema import Method

FAMILIES: Final = ("absolute", "relative", "none", "rotary", "extension", "remapping")
# Columns of boxes that a family has on a wide canvas; on a narrow one all families share three.
_COLUMNS: Final = {"absolute": 1, "relative": 1, "none": 1, "rotary": 1, "extension": 2, "remapping": 1}
_LEFT, _STEP, _HEADING, _BETWEEN = 56, 44, 26, 12
_NARROW_COLUMNS, _NARROW_STEP = 3, 50


@dataclass(frozen=True, slots=True)
class Generation:
    """A method with the year in which it stands, and whether a paper introduced it then."""

    method: Method
    date: str
    has_paper: bool


def generations(atlas: Atlas) -> dict[str, Generation]:
    """Every method with its date: that of its paper, else that of its latest parent. Ordered by date and id."""
    methods = {method.id: method for method in atlas.of("method")}
    found: dict[str, Generation] = {}

    def date(method: Method) -> str:
        if method.introduced_by:
            return atlas[method.introduced_by].first_published  # type: ignore[attr-defined]
        return max((date(methods[parent.id]) for parent in method.parents if parent.id in methods), default="")

    for method in methods.values():
        found[method.id] = Generation(method, date(method), bool(method.introduced_by))
    return dict(sorted(found.items(), key=lambda item: (item[1].date, not item[1].has_paper, item[0])))


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
    """Places of some methods: height, years with their top, lanes with their middle, methods with their middle."""
    wanted = set(shown)
    members = [generation for identifier, generation in methods.items() if identifier in wanted]
    lanes, columns = _lanes(members, canvas)
    step = _NARROW_STEP if canvas.name == NARROW.name else _STEP
    row_of: dict[str, int] = {}
    taken: set[tuple[int, int]] = set()
    years: list[tuple[str, int]] = []
    column_of: dict[str, int] = {}
    first = 0
    for generation in _parents_first(members):
        year = generation.date[:4]
        if not years or years[-1][0] != year:
            first = max(row_of.values(), default=-1) + 1
            years.append((year, first))
        above = [p.id for p in generation.method.parents if p.id in row_of]
        row = max([first, *(row_of[parent] + 1 for parent in above)])
        choices = lanes[generation.method.family]
        wish = sum(column_of[parent] for parent in above) / len(above) if above else choices[0]
        while not (free := [column for column in choices if (row, column) not in taken]):
            row += 1
        column = min(free, key=lambda c: (abs(c - wish), c))
        taken.add((row, column))
        row_of[generation.method.id], column_of[generation.method.id] = row, column
    return _measured(canvas, members, row_of, column_of, years, lanes, columns, step)


def _parents_first(members: list[Generation]) -> list[Generation]:
    """Members by year; within a year, a parent before its children."""
    ordered: list[Generation] = []
    waiting = list(members)
    done: set[str] = set()
    names = {generation.method.id for generation in members}
    while waiting:
        year = waiting[0].date[:4]
        ready = next(
            generation
            for generation in waiting
            if generation.date[:4] == year and all(p.id in done for p in generation.method.parents if p.id in names)
        )
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


def _measured(
    canvas: Canvas,
    members: list[Generation],
    row_of: Mapping[str, int],
    column_of: Mapping[str, int],
    years: list[tuple[str, int]],
    lanes: Mapping[str, list[int]],
    columns: int,
    step: int,
) -> dict[str, Any]:
    """Rows and columns in units of the canvas."""
    narrow = canvas.name == NARROW.name
    left = 0 if narrow else _LEFT
    pitch = min((canvas.width - left) / columns, canvas.box_width * 1.6)
    x = [round(left + pitch * (column + 0.5)) for column in range(columns)]
    above_all = 0 if narrow else _HEADING
    above_year = _HEADING if narrow else _BETWEEN
    last = max(row_of.values())
    y: list[int] = []
    tops: list[tuple[str, int]] = []
    top = above_all
    starts = {row: year for year, row in years}
    for row in range(last + 1):
        if row in starts:
            tops.append((starts[row], top))
            top += above_year
        y.append(top + step // 2)
        top += step
    places = [(g.method.id, x[column_of[g.method.id]], y[row_of[g.method.id]]) for g in members]
    headings = [] if narrow else [(f, round(sum(x[c] for c in lanes[f]) / len(lanes[f]))) for f in lanes]
    return {"height": top + canvas.gap, "years": tops, "lanes": headings, "places": places}

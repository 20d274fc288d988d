"""The figure that every method has: scores of sixteen tokens that differ in position alone, from recorded numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from markupsafe import Markup

from posatlas.attention_figures import SIZE, AttentionFigure, load_attention_figures

__all__ = ["FOLDER", "LEVELS", "Shown", "attention_figures", "drawing", "level", "shown"]

FOLDER: Final = Path("evidence") / "figures" / "attention"
LEVELS: Final = 9  # colours from the smallest score to the largest
_CELL, _LEFT, _TOP = 14, 22, 18
_SIDE = SIZE * _CELL


@dataclass(frozen=True)
class Shown:
    """A figure as a page shows it: its record, its SVG, and the call that builds the method."""

    figure: AttentionFigure
    drawing: Markup
    build: str


@cache
def attention_figures(kb: Path) -> Mapping[str, AttentionFigure]:
    """Recorded figures of a knowledge base by method. Raises ValueError for a file that is no record."""
    return load_attention_figures(kb / FOLDER)


def shown(kb: Path, method: str, sentence: Callable[[str, str], str]) -> Shown | None:
    """The figure of a method, or None where nothing is recorded; `sentence` says it from the ends of the range."""
    figure = attention_figures(kb).get(method)
    if figure is None:
        return None
    low, high = (f"{end:.4g}".replace("-", "−") for end in figure.range)
    options = ", ".join(f"{name}={value!r}" for name, value in figure.build.items())
    build = f'build("{method}"{", " if options else ""}{options})'
    return Shown(figure, drawing(figure, sentence(low, high), low, high), build)


def level(score: float, low: float, high: float) -> int:
    """The colour of a score, 0 for the lowest ones and 8 for the highest, in equal steps; 4 where all are alike."""
    if low == high:
        return LEVELS // 2
    return min(int((score - low) / (high - low) * LEVELS), LEVELS - 1)


def drawing(figure: AttentionFigure, sentence: str, low: str, high: str) -> Markup:
    """SVG of a figure; `sentence` says what is seen, `low` and `high` are its smallest and largest score in words."""
    squares: dict[int, list[str]] = {}
    for y, row in enumerate(figure.rows):
        x = 0
        for colour, cells in groupby(row, lambda score: None if score is None else level(score, *figure.range)):
            width = len(list(cells))
            if colour is not None:
                place = f"M{_LEFT + x * _CELL} {_TOP + y * _CELL}"
                squares.setdefault(colour, []).append(f"{place}h{width * _CELL}v{_CELL}h-{width * _CELL}z")
            x += width
    hatch = _hatch(figure)
    cells_drawn = "".join(f'<path class="l{colour}" d="{"".join(squares[colour])}"/>' for colour in sorted(squares))
    ends = "".join(
        f'<text x="{_LEFT + at * _CELL + _CELL / 2:g}" y="{_TOP - 5}" text-anchor="middle">{at}</text>'
        f'<text x="{_LEFT - 5}" y="{_TOP + at * _CELL + _CELL - 3}" text-anchor="end">{at}</text>'
        for at in (0, SIZE - 1)
    )
    return Markup(
        f'<svg class="attention-scores" viewBox="0 0 {_LEFT + _SIDE + 2} {_TOP + _SIDE + 34}" role="img" '
        f'aria-label="{escape(sentence)}"><rect class="frame" x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}"/>'
        f"{cells_drawn}{hatch}{ends}{_legend(figure, low, high)}</svg>"
    )


def _hatch(figure: AttentionFigure) -> str:
    """Slanted lines through the cells of keys that a query may not see, as one path; "" where there are none."""
    lines = []
    for ahead in range(1 - SIZE, SIZE):  # key minus query: the cells along one slanted line
        cells = [(y, y + ahead) for y in range(max(0, -ahead), min(SIZE, SIZE - ahead))]
        for hidden, run in groupby(cells, lambda cell: figure.rows[cell[0]][cell[1]] is None):
            (y, x), *more = run
            length = (1 + len(more)) * _CELL
            if hidden:
                lines.append(f"M{_LEFT + x * _CELL} {_TOP + y * _CELL}l{length} {length}")
    return f'<path class="hidden" d="{"".join(lines)}"/>' if lines else ""


def _legend(figure: AttentionFigure, low: str, high: str) -> str:
    y = _TOP + _SIDE + 8
    if figure.range[0] == figure.range[1]:
        sample = f'<path class="l{LEVELS // 2}" d="M{_LEFT} {y}h14v10h-14z"/>'
        return f'{sample}<text x="{_LEFT + 20}" y="{y + 9}">{low}</text>'
    step = _SIDE / LEVELS
    boxes = "".join(
        f'<path class="l{n}" d="M{_LEFT + n * step:.1f} {y}h{step:.1f}v8h-{step:.1f}z"/>' for n in range(LEVELS)
    )
    return (
        f'{boxes}<text x="{_LEFT}" y="{y + 20}">{low}</text>'
        f'<text x="{_LEFT + _SIDE}" y="{y + 20}" text-anchor="end">{high}</text>'
    )

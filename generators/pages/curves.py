"""Plots of recorded numbers: curves of RoPE's score and of rounded positions, and the scores of all methods."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from posatlas.curve_figures import CurveFigure, read_curves
from posatlas.generators.page import Page
from posatlas.generators.pages.overview import FAMILIES
from posatlas.generators.site import Site
from posatlas.generators.words import all_words
from posatlas.references import marks


@dataclass(frozen=True)
class Line:
    """A curve of a chart: its name in the record, its colour among those of charts, and its dashes as in SVG."""

    name: str
    colour: int
    dash: str = "0"


@dataclass(frozen=True)
class Chart:
    """Curves over one axis; a logarithmic axis leaves out zeros. `level`: the height of a line with words."""

    lines: tuple[Line, ...]
    logarithmic: bool = False
    level: float | None = None


@dataclass(frozen=True)
class Curves:
    """A page of curves: its charts, the rows of its short table, the claims that it shows, and a method it needs."""

    name: str
    charts: tuple[Chart, ...]
    rows: tuple[int, ...]
    claims: tuple[str, ...]
    method: str = "rope"


_DASHES: Final = ("0", "8 4", "2 3", "12 4", "10 3 2 3")
_BASES: Final = ("10000", "500000", "1000000")
_ROUNDED: Final = ("position", "frequency", "angle", "cosine", "float32")


def _lines(*names: str) -> tuple[Line, ...]:
    return tuple(Line(name, place + 1, dash) for place, (name, dash) in enumerate(zip(names, _DASHES, strict=False)))


def _band(name: str, colour: int, dash: str) -> tuple[Line, ...]:
    """The middle of draws as a line, and the limits of most of them as dots of its colour."""
    return Line(f"{name}_mean", colour, dash), Line(f"{name}_low", colour, "2 3"), Line(f"{name}_high", colour, "2 3")


CURVES: Final = (
    Curves(
        "score",
        (
            Chart(_lines(*(f"equal_{base}" for base in _BASES))),
            Chart(_lines(*(f"bound_{base}" for base in _BASES)), logarithmic=True, level=1),
            Chart((*_band("same", 1, "0"), *_band("apart", 2, "8 4"))),
        ),
        (0, *(2**power for power in range(13))),
        ("rope-has-long-range-decay", "pi-printed-bound-is-too-small"),
    ),
    Curves(
        "bf16-positions",
        (
            Chart(_lines(*(f"largest_{which}" for which in _ROUNDED)), logarithmic=True),
            Chart(_lines(*(f"mean_{which}" for which in _ROUNDED)), logarithmic=True),
            Chart(_lines("distinct_bfloat16", "distinct_float16")),
        ),
        (256, 4096, 131072),
        ("rope-angles-need-float32", "random-fourier-survives-bfloat16", "fope-bfloat16-rounds-the-coefficients"),
    ),
)


def pages(site: Site) -> Iterator[Page]:
    """Pages of curves, where the knowledge base has what they speak of; and the scores of all methods.

    Raises ValueError where the numbers of a page are no record.
    """
    for curves in CURVES:
        text = all_words()[f"plots-{curves.name}-text"]
        needed = (curves.method, *curves.claims, *(mark.claim for mark in marks(text.en)))
        file = site.atlas.root / "evidence" / "figures" / f"{curves.name}.yml"
        if file.is_file() and all(identifier in site.atlas.kind_of for identifier in needed):
            yield _curves(site, curves, file)
    shown = [method for method in site.atlas.of("method") if site.attention_figure(method)]
    families = [(family, [method for method in shown if method.family == family]) for family in FAMILIES]
    if shown:
        context = {"families": [(family, members) for family, members in families if members]}
        title, about = site.word("plots-heat-maps"), site.word("door-plots-heat-maps")
        yield Page("plots/heat-maps/", "heat-maps.md.j2", title, context, about, wide=True)


def _curves(site: Site, curves: Curves, file: Path) -> Page:
    record = read_curves(file)
    names = [line.name for chart in curves.charts for line in chart.lines]

    def rows(places: tuple[int, ...]) -> list[tuple[int, list[float]]]:
        return [
            (at, [record.curves[name][place] for name in names])
            for place, at in enumerate(record.at)
            if at in places or not places
        ]

    context = {
        "curves": curves,
        "record": record,
        "text": all_words()[f"plots-{curves.name}-text"],
        "charts": [_chart(site, curves, record, number) for number in range(1, len(curves.charts) + 1)],
        "across": site.word(f"plots-{curves.name}-across"),
        "names": [site.word(f"plots-{curves.name}-{name}") for name in names],
        "rows": rows(curves.rows),
        "every_row": rows(()),
        "facts": [(site.word(f"plots-{curves.name}-fact-{name}"), values) for name, values in record.facts.items()],
        "claims": curves.claims,
    }
    title, about = site.word(f"plots-{curves.name}"), site.word(f"door-plots-{curves.name}")
    return Page(f"plots/{curves.name}/", "curves.md.j2", title, context, about, wide=True, scripts=("curves",))


def _chart(site: Site, curves: Curves, record: CurveFigure, number: int) -> dict[str, Any]:
    """What the page shows of a chart, and as JSON what its script draws; axes begin at the first place above 0."""
    chart = curves.charts[number - 1]
    prefix = f"plots-{curves.name}"
    data: dict[str, Any] = {
        "at": record.at,
        "lines": {line.name: record.curves[line.name] for line in chart.lines},
        "across": site.word(f"{prefix}-across"),
        "upward": site.word(f"{prefix}-upward-{number}"),
        "logarithmic": chart.logarithmic,
    }
    if chart.level is not None:
        data |= {"level": chart.level, "levelWords": site.word(f"{prefix}-level-{number}")}
    return {
        "number": number,
        "words": site.word(f"{prefix}-chart-{number}"),
        "lines": [(line, site.word(f"{prefix}-{line.name}")) for line in chart.lines],
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")),
    }

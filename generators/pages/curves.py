"""Plots of recorded numbers: curves of RoPE's score and of rounded positions, and the scores of all methods."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from posatlas.generators.pages.overview import FAMILIES
from posatlas.generators.site import Page, Site, all_words
from posatlas.references import marks


@dataclass(frozen=True)
class Curves:
    """A page of curves: the lines of each chart, how the axis at the bottom runs, and the rows of its table."""

    name: str
    charts: tuple[tuple[str, ...], ...]
    rows: tuple[int, ...]
    methods: tuple[str, ...]


CURVES: Final = (
    Curves(
        "score",
        (("equal_10000", "equal_500000", "bound"), ("drawn_mean", "drawn_spread")),
        (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096),
        ("rope",),
    ),
    Curves(
        "bf16-positions", (("position", "value"), ("distinct",)), tuple(2**power for power in range(4, 18)), ("rope",)
    ),
)


def pages(site: Site) -> Iterator[Page]:
    """Pages of curves, each where its numbers are recorded and its text can be cited; and the scores of methods."""
    for curves in CURVES:
        file = site.atlas.root / "evidence" / "figures" / f"{curves.name}.yml"
        text = all_words()[f"plots-{curves.name}-text"]
        needed = (*curves.methods, *(mark.claim for mark in marks(text.en)))
        if file.is_file() and all(identifier in site.atlas.kind_of for identifier in needed):
            yield _curves(site, curves, file)
    shown = [method for method in site.atlas.of("method") if site.attention_figure(method)]
    families = [(family, [method for method in shown if method.family == family]) for family in FAMILIES]
    if shown:
        context = {"families": [(family, members) for family, members in families if members]}
        title, about = site.word("plots-heat-maps"), site.word("door-plots-heat-maps")
        yield Page("plots/heat-maps/", "heat-maps.md.j2", title, context, about, wide=True)


def _curves(site: Site, curves: Curves, file: Path) -> Page:
    recorded: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    at, lines = recorded["at"], recorded["curves"]
    charts = []
    for number, names in enumerate(curves.charts, 1):
        data = {"at": at, "lines": [{"name": _word(site, curves, name), "values": lines[name]} for name in names]}
        data["across"] = site.word(f"plots-{curves.name}-across")
        data["upward"] = site.word(f"plots-{curves.name}-upward-{number}")
        charts.append((site.word(f"plots-{curves.name}-chart-{number}"), json.dumps(data, ensure_ascii=False)))
    names = [name for chart in curves.charts for name in chart]
    nearest = [min(range(len(at)), key=lambda place, wanted=wanted: abs(at[place] - wanted)) for wanted in curves.rows]
    context = {
        "text": all_words()[f"plots-{curves.name}-text"],
        "charts": charts,
        "across": site.word(f"plots-{curves.name}-across"),
        "names": [_word(site, curves, name) for name in names],
        "rows": [(at[place], [lines[name][place] for name in names]) for place in dict.fromkeys(nearest)],
    }
    title, about = site.word(f"plots-{curves.name}"), site.word(f"door-plots-{curves.name}")
    return Page(f"plots/{curves.name}/", "curves.md.j2", title, context, about, wide=True, scripts=("curves",))


def _word(site: Site, curves: Curves, line: str) -> str:
    return site.word(f"plots-{curves.name}-{line}")

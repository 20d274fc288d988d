"""Drawings of recorded scores: every cell is drawn once, in the colour of its score."""

from __future__ import annotations

import re
from pathlib import Path

import lxml.etree
import pytest

from posatlas.attention_figures import SIZE, load_attention_figures
from posatlas.generators.attention_figure import FOLDER, LEVELS, level, shown

ROOT = Path(__file__).parents[2]
RECORDED = load_attention_figures(ROOT / "kb" / FOLDER)
_RUN = re.compile(r"M(\d+) (\d+)h(\d+)v14h-\3z")


def _cells(svg: str) -> dict[tuple[int, int], int]:
    """Colour of each cell by line and column, from the drawing."""
    tree = lxml.etree.fromstring(svg)
    found: dict[tuple[int, int], int] = {}
    for path in tree.xpath("//path"):
        for x, y, width in _RUN.findall(path.get("d")):
            for step in range(int(width) // 14):
                place = ((int(y) - 18) // 14, (int(x) - 22) // 14 + step)
                assert place not in found
                found[place] = int(path.get("class")[1:])
    return found


@pytest.mark.parametrize("method", sorted(RECORDED))
def test_every_score_is_drawn_once_in_its_colour(method: str) -> None:
    figure = RECORDED[method]
    made = shown(ROOT / "kb", method, "from {} to {}".format)
    assert made is not None
    low, high = figure.range
    expected = {}
    for m, row in enumerate(figure.rows):
        for n, score in enumerate(row):
            if score is not None:
                share = 0.5 if high == low else (score - low) / (high - low)
                expected[m, n] = LEVELS // 2 if high == low else min(int(share * LEVELS), LEVELS - 1)
    assert {place: colour for place, colour in _cells(str(made.drawing)).items() if place[0] < SIZE} == expected
    assert len(str(made.drawing)) < 8_000


@pytest.mark.parametrize("method", sorted(RECORDED))
def test_cells_that_a_query_may_not_see_are_hatched_once(method: str) -> None:
    made = shown(ROOT / "kb", method, "from {} to {}".format)
    assert made is not None
    hatched: list[tuple[int, int]] = []
    for path in lxml.etree.fromstring(str(made.drawing)).xpath("//path[@class='hidden']"):
        for x, y, length in re.findall(r"M(\d+) (\d+)l(\d+) \3", path.get("d")):
            first = (int(y) - 18) // 14, (int(x) - 22) // 14
            hatched += [(first[0] + step, first[1] + step) for step in range(int(length) // 14)]
    hidden = {(m, n) for m, row in enumerate(RECORDED[method].rows) for n, score in enumerate(row) if score is None}
    assert len(hatched) == len(set(hatched)) and set(hatched) == hidden


def test_the_ends_have_the_first_and_the_last_colour() -> None:
    assert [level(score, -2.0, 7.0) for score in (-2.0, -1.0, 6.9, 7.0)] == [0, 1, 8, 8]
    assert level(3.0, 3.0, 3.0) == LEVELS // 2


def test_the_sentence_is_escaped_and_says_the_range() -> None:
    made = shown(ROOT / "kb", "alibi", 'a "<b>" from {} to {}'.format)
    assert made is not None
    label = lxml.etree.fromstring(str(made.drawing)).get("aria-label")
    assert label == 'a "<b>" from −0.5877 to 3.162'
    assert made.build == 'build("alibi", heads=6)'


def test_a_method_without_a_record_has_no_figure() -> None:
    assert shown(ROOT / "kb", "no-such-method", "{}{}".format) is None

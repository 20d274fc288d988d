"""The drawing of attention: for every method, what stands out is what its YAML says, and nothing overlaps."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import lxml.etree
import pytest
import yaml

import posatlas
from posatlas.generators.addresses import address
from posatlas.generators.attention_diagram import attention_diagram
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES
from posatlas.schema.method import Hook

ROOT = Path(__file__).parents[2]
HOOKS = set(get_args(Hook))


def _drawing(markdown: str) -> lxml.etree._Element:
    start = markdown.index('<svg class="attention"')
    return lxml.etree.fromstring(markdown[start : markdown.index("</svg>", start) + 6])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hooks_of_each_method_stand_out(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: dict[str, dict[str, str]], language: str
) -> None:
    word, different = sites[language].word, set()
    for file in sorted((ROOT / "kb" / "methods").glob("*.yml")):
        enters = yaml.safe_load(file.read_text(encoding="utf-8"))["enters_at"]
        drawing = _drawing(markdown[language][address("method", file.stem)])
        groups = {group.get("data-hook"): group for group in drawing.findall("g")}
        assert set(groups) == HOOKS
        marked = {hook for hook, group in groups.items() if "enters" in group.get("class").split()}
        assert marked == set(enters) == {hook for hook, group in groups.items() if group.find("circle") is not None}
        for hook, group in groups.items():
            assert group.findtext("text") == word(f"hook-{hook}")
        says = drawing.get("aria-label")
        assert all(word(f"hook-{hook}") in says for hook in enters)
        assert drawing.get("role") == "img"
        different.add(frozenset(marked))
    assert len(different) > 5


def test_boxes_lie_inside_the_drawing_and_apart() -> None:
    drawing = lxml.etree.fromstring(str(attention_diagram(HOOKS, str, "all")))
    left, top, width, height = (float(n) for n in drawing.get("viewBox").split())
    boxes = [tuple(float(r.get(n)) for n in ("x", "y", "width", "height")) for r in drawing.iter("rect")]
    assert len(boxes) == len(HOOKS)
    for place, (x, y, w, h) in enumerate(boxes):
        assert x >= left + 2 and y >= top + 2 and x + w <= left + width - 2 and y + h <= top + height - 2
        for a, b, c, d in boxes[:place]:
            assert x >= a + c or a >= x + w or y >= b + d or b >= y + h


def test_labels_are_escaped() -> None:
    drawing = str(attention_diagram(["bias"], lambda hook: "<b>&\"'", '"><script>'))
    assert "<script" not in drawing and "<b>" not in drawing
    assert lxml.etree.fromstring(drawing).get("aria-label") == '"><script>'

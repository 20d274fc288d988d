"""Places around an entity: for each number of neighbours that a canvas can hold, one place for each of them.

Neighbours one step away stand on an ellipse around the entity; where a second step is shown, on an inner ellipse, and
the second step on the outer one. A narrow canvas has columns instead: left and right of the entity, or, with a second
step, one below the entity for each step. Whoever fills the
places takes as many neighbours as there are places, so whatever kinds are shown, no two boxes meet.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from posatlas.generators.explorer.canvas import NARROW, Canvas, Place

_SAMPLES = 2880
_SIZES = (0.55, 0.7, 0.85, 1.0)  # a few neighbours stand nearer than many


def rings(canvas: Canvas) -> dict[str, Any]:
    """Places on a canvas: of the entity, of n neighbours, and of n near and n far ones, each by n from 0."""
    outer = (
        canvas.width / 2 - canvas.box_width / 2 - canvas.gap,
        canvas.height / 2 - canvas.box_height / 2 - canvas.gap,
    )
    centre = canvas.middle
    if canvas is NARROW:
        first = _filled(canvas, lambda n: _sides(canvas, n), [centre])
        left = canvas.box_width // 2 + 5 * canvas.gap
        right = canvas.width - canvas.box_width // 2 - canvas.gap
        top = canvas.box_height // 2 + canvas.gap
        centre = (canvas.box_width // 2 + canvas.gap, top)
        near = _filled(canvas, lambda n: _column(canvas, left, n, top), [centre])
        far = _filled(canvas, lambda n: _column(canvas, right, n, 0), [centre])
    else:
        first = _filled(canvas, lambda n: _smallest(canvas, n, outer), [centre])
        inner = (canvas.width * 0.235, canvas.height * 0.25)
        near = _filled(canvas, lambda n: _ellipse(canvas, n, *inner), [centre])
        far = _filled(canvas, lambda n: _ellipse(canvas, n, *outer), [centre])
    return {"middle": canvas.middle, "first": first, "centre": centre, "near": near, "far": far}


def _filled(canvas: Canvas, places: Callable[[int], list[Place]], taken: list[Place]) -> list[list[Place]]:
    """Places for 0, 1, 2, … boxes, as long as they keep apart from one another and from those taken."""
    found: list[list[Place]] = [[]]
    while True:
        tried = places(len(found))
        if not all(canvas.inside(place) for place in tried) or not canvas.apart([*taken, *tried]):
            return found
        found.append(tried)


def _smallest(canvas: Canvas, count: int, outer: tuple[float, float]) -> list[Place]:
    """Places on the smallest ellipse that holds them."""
    for size in _SIZES:
        tried = _ellipse(canvas, count, outer[0] * size, outer[1] * size)
        if canvas.apart([canvas.middle, *tried]):
            break
    return tried


def _ellipse(canvas: Canvas, count: int, across: float, down: float) -> list[Place]:
    """Places on an ellipse, clockwise from the left, in equal steps as boxes count them.

    A step of one box is its width sideways or its height up and down, whichever is the larger part of the step.
    """
    points = []
    for sample in range(_SAMPLES + 1):
        angle = 2 * math.pi * sample / _SAMPLES
        points.append((-across * math.cos(angle), -down * math.sin(angle)))
    travelled = [0.0]
    for (x, y), (u, v) in pairwise(points):
        travelled.append(travelled[-1] + max(abs(u - x) / canvas.box_width, abs(v - y) / canvas.box_height))
    middle_x, middle_y = canvas.middle
    places, sample = [], 0
    for number in range(count):
        while travelled[sample] < travelled[-1] * number / count:
            sample += 1
        places.append((round(middle_x + points[sample][0]), round(middle_y + points[sample][1])))
    return places


def _sides(canvas: Canvas, count: int) -> list[Place]:
    """Places in two columns, up on the left and down on the right."""
    away = canvas.box_width // 2 + canvas.gap
    left = _column(canvas, away, (count + 1) // 2, 0)
    return left[::-1] + _column(canvas, canvas.width - away, count // 2, 0)


def _column(canvas: Canvas, x: int, count: int, above: int) -> list[Place]:
    """Places one below another, at most two boxes apart, in the height below `above` or in all of it."""
    top = canvas.gap + canvas.box_height / 2 + (above + canvas.box_height / 2 + canvas.gap if above else 0)
    bottom = canvas.height - canvas.gap - canvas.box_height / 2
    step = min((bottom - top) / max(count - 1, 1), canvas.box_height * 1.6)
    start = top if above else top + (bottom - top - step * (count - 1)) / 2
    return [(x, math.floor(start + step * number)) for number in range(count)]

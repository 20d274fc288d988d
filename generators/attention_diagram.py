"""A small drawing of attention in which the places where a method brings in position stand out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple, get_args

from markupsafe import Markup

from posatlas.schema.method import Hook

__all__ = ["attention_diagram"]


class _Box(NamedTuple):
    """A step of attention: left edge, top edge and width in the drawing's units, and what it computes."""

    x: int
    y: int
    width: int
    sign: str


_HEIGHT: Final = 40
# The order of a pass through attention, as reference_impl/attention.py runs it.
_BOXES: Final[dict[str, _Box]] = {
    "embed": _Box(150, 8, 150, "x + p"),
    "passes": _Box(-8, 74, 142, "m, n"),
    "features": _Box(150, 74, 150, "q, k"),
    "scale": _Box(150, 140, 150, "q·k × c"),
    "bias": _Box(150, 206, 150, "+ b"),
    "weights": _Box(150, 272, 150, "softmax"),
    "values": _Box(150, 338, 150, "Σ a v"),
}
assert set(_BOXES) == set(get_args(Hook))
_TO_BELOW, _TO_RIGHT, _TO_LEFT = "l-4 -7h8z", "l-7 -4v8z", "l7 -4v8z"
_DOWN: Final = ("embed", "features", "scale", "bias", "weights", "values")


def attention_diagram(enters_at: Iterable[str], name: Callable[[str], str], says: str) -> Markup:
    """SVG of attention from embeddings to values. A hook in `enters_at` gets a thick frame and a filled dot.

    `name(hook)` gives the short name of a hook, `says` the whole drawing in words.
    """
    entered = frozenset(enters_at)
    parts = []
    for above, below in pairwise(_DOWN):
        start, end = _BOXES[above].y + _HEIGHT, _BOXES[below].y - 1
        parts.append(_arrow(f"M225 {start}V{end - 4}", 225, end, _TO_BELOW))
    parts.append(_arrow("M134 94H144", 149, 94, _TO_RIGHT))
    # The values leave the embeddings beside queries and keys, and come in again at the end.
    parts.append(_arrow("M300 28H346V358H306", 301, 358, _TO_LEFT))
    parts.append('<text class="sign" x="352" y="196">v</text>')
    parts += [_box(hook, box, name(hook), hook in entered) for hook, box in _BOXES.items()]
    return Markup(
        f'<svg class="attention" viewBox="-14 0 386 386" role="img" aria-label="{escape(says)}">{"".join(parts)}</svg>'
    )


def _box(hook: str, box: _Box, label: str, entered: bool) -> str:
    middle = box.x + box.width // 2
    dot = f'<circle cx="{box.x}" cy="{box.y}" r="5"/>' if entered else ""
    return (
        f'<g class="{"hook enters" if entered else "hook"}" data-hook="{hook}">'
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{_HEIGHT}" rx="4"/>{dot}'
        f'<text x="{middle}" y="{box.y + 17}">{escape(label)}</text>'
        f'<text class="sign" x="{middle}" y="{box.y + 33}">{box.sign}</text></g>'
    )


def _arrow(line: str, x: int, y: int, head: str) -> str:
    """A line whose head has its point at x, y."""
    return f'<path class="line" d="{line}"/><path class="head" d="M{x} {y}{head}"/>'

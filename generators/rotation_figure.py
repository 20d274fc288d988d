"""The figure of RoPE's rotation, drawn as SVG from recorded numbers."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from markupsafe import Markup

_SCALE, _CENTRE_X, _CENTRE_Y = 120.0, 170.0, 230.0


def rotation_figure(data: dict[str, Any]) -> Markup:
    """SVG of key and query before and after rotation, from the recorded numbers."""
    vectors = [(name, *data[name]) for name in ("k", "rotated_k", "q", "rotated_q")]
    styles = {"k": "before key", "rotated_k": "after key", "q": "before query", "rotated_q": "after query"}
    labels = {"k": "k", "rotated_k": "R\u2099 k", "q": "q", "rotated_q": "R\u2098 q"}
    parts = [
        _axis(-1.3, 0, 1.5, 0, "k\u2082\u1d62"),
        _axis(0, -0.5, 0, 1.6, "k\u2082\u1d62\u208a\u2081"),
    ]
    for name, x, y in vectors:
        tip = _point(x, y)
        farther = 1 + 0.17 / math.hypot(x, y)
        beyond = _point(x * farther, y * farther)
        parts.append(f'<line class="{styles[name]}" x1="{_CENTRE_X}" y1="{_CENTRE_Y}" x2="{tip[0]}" y2="{tip[1]}"/>')
        parts.append(f'<circle class="{styles[name]}" cx="{tip[0]}" cy="{tip[1]}" r="4"/>')
        parts.append(f'<text x="{beyond[0]}" y="{beyond[1]}" text-anchor="middle">{labels[name]}</text>')
    parts.append(_arc(data["k"], data["rotated_k"], 0.45, "nθ\u1d62"))
    parts.append(_arc(data["q"], data["rotated_q"], 0.4, "mθ\u1d62"))
    title = escape(
        f"Key k at phase {data['key_phase']:.2f} rad, turned by n·θ = {data['n'] * data['theta']:.2f} rad; "
        f"query q at phase {data['query_phase']:.2f} rad, "
        f"turned by m·θ = {data['m'] * data['theta']:.2f} rad."
    )
    return Markup(
        f'<svg class="rotation" viewBox="0 0 370 310" role="img" aria-label="{title}">' + "".join(parts) + "</svg>"
    )


def _point(x: float, y: float) -> tuple[float, float]:
    return round(_CENTRE_X + _SCALE * x, 1), round(_CENTRE_Y - _SCALE * y, 1)


def _axis(x1: float, y1: float, x2: float, y2: float, label: str) -> str:
    start, end = _point(x1, y1), _point(x2, y2)
    place = (end[0] + 4, end[1] + 16) if y2 == 0 else (end[0] + 22, end[1] + 8)
    return (
        f'<line class="axis" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>'
        f'<text class="axis" x="{place[0]}" y="{place[1]}" text-anchor="middle">{label}</text>'
    )


def _arc(before: list[float], after: list[float], radius: float, label: str) -> str:
    first, last = math.atan2(before[1], before[0]), math.atan2(after[1], after[0])
    if last < first:
        last += 2 * math.pi
    steps = [first + (last - first) * k / 24 for k in range(25)]
    points = " ".join("{},{}".format(*_point(radius * math.cos(a), radius * math.sin(a))) for a in steps)
    middle = (first + last) / 2
    place = _point((radius + 0.13) * math.cos(middle), (radius + 0.13) * math.sin(middle))
    return (
        f'<polyline class="arc" points="{points}"/>'
        f'<text class="arc" x="{place[0]}" y="{place[1]}" text-anchor="middle">{label}</text>'
    )

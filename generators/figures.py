"""Figures by name: recorded numbers to SVG. What the numbers are is said by the command that records them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from markupsafe import Markup

from posatlas.generators.rotation_figure import rotation_figure

DRAWN: Final[dict[str, Callable[[dict[str, Any]], Markup]]] = {"rope-rotation": rotation_figure}


@cache
def figure(kb: Path, name: str) -> Markup:
    """SVG of a figure. Raises ValueError where its numbers were not recorded."""
    file = kb / "evidence" / "figures" / f"{name}.yml"
    if not file.is_file():
        raise ValueError(f"The numbers of the figure {name} are not recorded. Record them:  posatlas check --record")
    return DRAWN[name](yaml.safe_load(file.read_text(encoding="utf-8")))

"""Numbers behind figures of the site, computed by the implementations and recorded beside the evidence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml

from posatlas import attention_figures, curve_figures
from posatlas.attention_figures import load_attention_figures
from posatlas.curve_figures import CurveFigure
from posatlas.evidence import HEADER
from posatlas.reference_impl.figures.attention import attention_figure
from posatlas.reference_impl.figures.curves import positions_in_bfloat16, score_against_distance
from posatlas.reference_impl.figures.rotation import rope_rotation
from posatlas.reference_impl.registry import CLASSES
from posatlas.reference_impl.replacing import replace_file

__all__ = ["ATTENTION", "CURVES", "FIGURES", "record_figures"]

ATTENTION: Final = "attention"  # folder of the figures that every method has
FIGURES: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "rope-rotation": rope_rotation,
}
CURVES: Final[dict[str, Callable[[], CurveFigure]]] = {
    "score": score_against_distance,
    "bf16-positions": positions_in_bfloat16,
}


def record_figures(folder: Path) -> tuple[Path, ...]:
    """Write <folder>/<figure>.yml for every figure, and attention/<method>.yml; return the files that changed."""
    texts = {
        folder / f"{name}.yml": HEADER + yaml.safe_dump(compute(), sort_keys=False, default_flow_style=None)
        for name, compute in FIGURES.items()
    }
    texts |= {folder / f"{name}.yml": curve_figures.written(compute()) for name, compute in CURVES.items()}
    before = load_attention_figures(folder / ATTENTION)
    for method in CLASSES:
        figure = attention_figure(method)
        if method not in before or not before[method].agrees_with(figure):
            texts[folder / ATTENTION / f"{method}.yml"] = attention_figures.written(figure)
    for gone in set(before) - set(CLASSES):
        (folder / ATTENTION / f"{gone}.yml").unlink()
    changed = []
    for path, text in texts.items():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            replace_file(path, text)
            changed.append(path)
    return tuple(changed)

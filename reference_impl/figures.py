"""Numbers behind figures of the site, computed by the implementations and recorded beside the evidence."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import torch
import yaml

from posatlas.evidence import HEADER
from posatlas.reference_impl import build
from posatlas.reference_impl.replacing import replace_file

_KEY_PHASE, _QUERY_PHASE, _QUERY_LENGTH = 0.35, 2.2, 0.8
_PAIR, _N, _M = 2, 60, 40


def rope_rotation() -> dict[str, Any]:
    """A key and a query in one pair of channels, before and after rotation. Angles in radians.

    Pair 2 of 4 (theta = 0.01), key at position 60, query at position 40; neither starts on an axis.
    """
    encoding = build("rope", head_dim=8, pairing="interleaved")
    channels = slice(2 * _PAIR, 2 * _PAIR + 2)

    def turned(phase: float, length: float, position: int) -> tuple[list[float], list[float]]:
        x = torch.zeros(1, 1, 8, dtype=torch.float64)
        x[..., channels] = length * torch.tensor([math.cos(phase), math.sin(phase)], dtype=torch.float64)
        after = encoding.rotate(x, torch.tensor([position]))
        return [[round(v, 6) for v in side[0, 0, channels].tolist()] for side in (x, after)]  # type: ignore[return-value]

    k, rotated_k = turned(_KEY_PHASE, 1.0, _N)
    q, rotated_q = turned(_QUERY_PHASE, _QUERY_LENGTH, _M)
    return {
        "theta": round(float(encoding.inverse_frequencies()[_PAIR]), 6),
        "n": _N,
        "m": _M,
        "key_phase": _KEY_PHASE,
        "query_phase": _QUERY_PHASE,
        "k": k,
        "rotated_k": rotated_k,
        "q": q,
        "rotated_q": rotated_q,
    }


FIGURES: Final[dict[str, Callable[[], dict[str, Any]]]] = {"rope-rotation": rope_rotation}


def record_figures(folder: Path) -> tuple[Path, ...]:
    """Write <folder>/<figure>.yml for every figure and return the files that changed."""
    changed = []
    for name, compute in FIGURES.items():
        path = folder / f"{name}.yml"
        text = HEADER + yaml.safe_dump(compute(), sort_keys=False, default_flow_style=None)
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        replace_file(path, text)
        changed.append(path)
    return tuple(changed)

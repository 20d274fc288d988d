"""Measured numbers as readers see them."""

from __future__ import annotations

import math


def number_html(value: float) -> str:
    """Four significant digits as HTML: written out from 0.0001 to a million, else times a power of ten."""
    rounded = float(f"{value:.4g}")
    if rounded == 0 or not math.isfinite(rounded):
        return "0" if rounded == 0 else str(value)
    if 1e-4 <= abs(rounded) < 1e6:
        return f"{rounded:,.8f}".rstrip("0").rstrip(".").replace("-", "−")
    digits, _, power = f"{rounded:.3e}".partition("e")
    digits = digits.rstrip("0").rstrip(".")
    return f"{digits} × 10<sup>{int(power)}</sup>".replace("-", "−")

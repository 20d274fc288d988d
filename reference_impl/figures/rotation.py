"""The figure of RoPE's rotation: one pair of channels of a key and a query."""

from __future__ import annotations

import math
from typing import Any

import torch

from posatlas.reference_impl import build

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

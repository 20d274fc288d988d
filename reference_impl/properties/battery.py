"""Inputs off the blind spots, for comparing two ways to the same numbers: odd head counts, keys that are not the
queries, positions out of order and far out, learned tables away from their start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import BATCH, layer, normal, places, surroundings
from posatlas.reference_impl.properties.measuring import Values

__all__ = ["Situation", "situations"]

QUERIES, KEYS = 4, 7
APART = (3, 0, 1, 64, 257, 4_099, 70_001)
ASKED = (257, 70_001, 4_099, 70_003)


@dataclass(frozen=True)
class Situation:
    """One set of inputs. q [heads, 4, d]; k and v [heads, 7, d]; x [7, width]; positions [4] and [7], or with axes;
    allowed [4, 7]; `around`: the rest of the context, of one sequence."""

    name: str
    q: Tensor
    k: Tensor
    v: Tensor
    x: Tensor
    q_positions: Tensor
    k_positions: Tensor
    allowed: Tensor
    around: dict[str, Any]


def situations(encoding: PositionEncoding, build: Values, context: Values | None = None) -> Iterator[Situation]:
    """Situations for this encoding; `context` overrides fields of the context, such as length, layer or step."""
    one = layer(build, heads=3, grouped=False)
    q, k, v = (normal(name, one.heads, n, one.head_dim) for name, n in (("q", QUERIES), ("k", KEYS), ("v", KEYS)))
    x = normal("x", KEYS, one.width)
    for name, q_positions, k_positions in _placed(encoding):
        around = surroundings(encoding, KEYS, QUERIES)
        around = {n: t[BATCH - 1] if isinstance(t, Tensor) else t for n, t in around.items()}
        if not encoding.position_axes:
            around["length"] = int(max(q_positions.max(), k_positions.max())) + 1
        around |= dict(context or {})
        if encoding.position_axes:
            allowed = torch.ones(QUERIES, KEYS, dtype=torch.bool).tril(KEYS - QUERIES)
        else:
            allowed = q_positions[:, None] >= k_positions
        yield Situation(name, q, k, v, x, q_positions, k_positions, allowed, around)


def _placed(encoding: PositionEncoding) -> Iterator[tuple[str, Tensor, Tensor]]:
    limit, axes = encoding.position_limit, encoding.position_axes
    if axes:
        top = limit or 97
        drawn = (normal("coordinates", KEYS, axes).abs() * 1e6).long() % top
        yield "cells", drawn[KEYS - QUERIES :].roll(1, 0), drawn
        return
    first = 2 if limit is None else max(0, min(2, limit - KEYS))
    near = places(encoding, KEYS, first)
    if limit is not None:
        near = near % limit
    yield "near", near[KEYS - QUERIES :], near
    order = torch.tensor([4, 0, 6, 1, 5, 2, 3])
    yield "shuffled", near[order][2 : 2 + QUERIES], near[order]
    if limit is None:
        yield "far", torch.tensor(ASKED), torch.tensor(APART)

"""Attention over keys that were encoded earlier."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from posatlas.reference_impl.encodings.base import PositionEncoding

__all__ = ["Cached"]


class Cached(PositionEncoding):
    """The same encoding over keys that already went through its feature hook when they were new."""

    def __init__(self, inner: PositionEncoding) -> None:
        super().__init__()
        self.inner = inner
        for hook in ("passes", "scale", "bias", "weights", "values"):
            setattr(self, hook, getattr(inner, hook))

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        return x if role == "key" else self.inner.features(x, positions, role, ctx)

"""What a law is run on: one method in one standard build, with everything needed to call it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from posatlas.reference_impl import Context, attend, build, logits, self_attention
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import layer, normal, places, shaken, surroundings
from posatlas.schema.properties import STANDARD_BUILDS

__all__ = ["Subject", "in_dtype", "subjects"]

BATCH = 3


@dataclass(frozen=True)
class Subject:
    """A method in one build. Inputs have a batch of three, six heads or the build's, and half as many key heads."""

    method: str
    options: Mapping[str, Any] = field(default_factory=dict)

    builder: Callable[..., PositionEncoding] = build

    @classmethod
    def of(cls, encoding: PositionEncoding, options: Mapping[str, Any]) -> Subject:
        """The subject whose encodings are of the class of this one."""
        return cls(encoding.method, dict(options), lambda method, **chosen: type(encoding)(**chosen))

    @property
    def name(self) -> str:
        """The build in words."""
        return ", ".join(f"{name}={value}" for name, value in self.options.items()) or "no options"

    def encoding(self) -> PositionEncoding:
        """A fresh encoding, its learned numbers away from their start, always the same; not in training mode."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(7)
            return shaken(self.builder(self.method, **self.options)).eval()

    @property
    def heads(self) -> int:
        """Heads of the queries."""
        return int(self.options.get("heads", 6))

    @property
    def key_heads(self) -> int:
        """Heads of the keys: half of those of the queries where that is a whole number."""
        return self.heads // 2 if self.heads % 2 == 0 else self.heads

    @property
    def head_dim(self) -> int:
        """Channels of a head."""
        return layer(self.options).head_dim

    @property
    def width(self) -> int:
        """Channels of a token."""
        return layer(self.options).width

    def positions(self, encoding: PositionEncoding, length: int, first: int = 0) -> Tensor:
        """Positions of `length` tokens from `first` on; within the limit where there is one."""
        limit = encoding.position_limit
        if limit is not None and not encoding.position_axes:
            first = max(0, min(first, limit - length))
        return places(encoding, length, first)

    def tokens(self, length: int, label: str = "law tokens", batch: tuple[int, ...] = (BATCH,)) -> Tensor:
        """Drawn tokens: [*batch, length, width]."""
        return normal(label, *batch, length, self.width)

    def heads_of(
        self, nq: int, nk: int | None = None, key_heads: int | None = None, batch: tuple[int, ...] = (BATCH,)
    ) -> tuple[Tensor, Tensor, Tensor]:
        """q [..., heads, nq, d], k and v [..., key heads, nk, d]."""
        nk = nq if nk is None else nk
        shapes = ((self.heads, nq), (key_heads or self.key_heads, nk), (key_heads or self.key_heads, nk))
        q, k, v = (
            normal(f"law {name}", *batch, *shape, self.head_dim) for name, shape in zip("qkv", shapes, strict=True)
        )
        return q, k, v

    def around(
        self, encoding: PositionEncoding, length: int, queries: int | None = None, batch: tuple[int, ...] = (BATCH,)
    ) -> dict[str, Any]:
        """The rest of a context for `length` tokens, of which the last `queries` ask."""
        hidden = normal("law hidden", *batch, 64, self.width)[..., :length, :]
        return surroundings(encoding, length, queries, hidden, batch)

    def attend(
        self,
        encoding: PositionEncoding,
        q: Tensor,
        k: Tensor,
        v: Tensor,
        q_positions: Tensor,
        k_positions: Tensor,
        causal: bool = True,
        mask: Tensor | None = None,
        **more: Any,
    ) -> Tensor:
        """Output of attention, with the context that the method needs: [..., heads, nq, head_dim]."""
        around = self.around(encoding, k.shape[-2], q.shape[-2], tuple(q.shape[:-3]))
        around |= _reaching(encoding, k_positions) | more
        return attend(encoding, q, k, v, q_positions, k_positions, causal, mask, **in_dtype(around, q.dtype))

    def logits(
        self, encoding: PositionEncoding, q: Tensor, k: Tensor, q_positions: Tensor, k_positions: Tensor, **more: Any
    ) -> Tensor:
        """What goes into softmax, with the context that the method needs: [..., heads, nq, nk]."""
        around = self.around(encoding, k.shape[-2], q.shape[-2], tuple(q.shape[:-3]))
        around |= _reaching(encoding, k_positions) | more
        return logits(encoding, q, k, q_positions, k_positions, **in_dtype(around, q.dtype))

    def projections(self) -> tuple[Tensor, Tensor, Tensor]:
        """W_q [heads, width, d], W_k and W_v [key heads, width, d]."""
        heads = (("W_q", self.heads), ("W_k", self.key_heads), ("W_v", self.key_heads))
        return tuple(normal(f"law {n}", h, self.width, self.head_dim) / self.width**0.5 for n, h in heads)  # type: ignore[return-value]

    def layer(
        self,
        encoding: PositionEncoding,
        x: Tensor,
        q_positions: Tensor,
        k_positions: Tensor,
        causal: bool = True,
        mask: Tensor | None = None,
        **more: Any,
    ) -> Tensor:
        """Self-attention of tokens x [..., n, width] to themselves; fewer query positions ask with the last tokens."""
        axes = encoding.position_axes
        n, nq = x.shape[-2], q_positions.shape[-2 if axes else -1]
        rows = torch.arange(n)
        allowed = q_positions[..., :, None] >= k_positions[..., None, :] if not axes else rows[n - nq :, None] >= rows
        if not causal:
            allowed = torch.ones_like(allowed)
        allowed = allowed if mask is None else allowed & mask
        around = self.around(encoding, n, nq, tuple(x.shape[:-2])) | {"hidden_q": None, "hidden_k": None}
        around |= _reaching(encoding, k_positions) | more
        ctx = Context(q_positions, k_positions, allowed, **in_dtype(around, x.dtype))
        return self_attention(encoding, x, [w.to(x.dtype) for w in self.projections()], ctx)


def _reaching(encoding: PositionEncoding, positions: Tensor) -> dict[str, int]:
    """A context as long as the positions need, where they are numbers on a line."""
    if encoding.position_axes or not positions.numel() or positions.is_meta:
        return {}
    return {"length": max(positions.shape[-1], int(positions.max()) + 1)}


def in_dtype(around: dict[str, Any], dtype: torch.dtype) -> dict[str, Any]:
    """The rest of a context with its real numbers in this dtype."""
    return {n: t.to(dtype) if isinstance(t, Tensor) and t.is_floating_point() else t for n, t in around.items()}


def subjects(methods: set[str] | None = None) -> list[Subject]:
    """Every method in each of its standard builds."""
    return [
        Subject(method, options)
        for method, builds in sorted(STANDARD_BUILDS.items())
        if methods is None or method in methods
        for options in builds
    ]

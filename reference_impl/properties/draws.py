"""Random inputs from fixed seeds, shaped to stay off blind spots: batch of two, grouped heads, no width a
power of two."""

from __future__ import annotations

import copy
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from posatlas.reference_impl import Context, logits, self_attention
from posatlas.reference_impl import build as built
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.measuring import Values

__all__ = [
    "Layer",
    "carried",
    "contribution",
    "layer",
    "normal",
    "other_method",
    "places",
    "shaken",
    "surroundings",
    "vector_width",
]

BATCH = 2


def normal(label: str, *shape: int) -> Tensor:
    """Standard normal float64 numbers on the default device, drawn on the CPU; the label is the seed."""
    generator = torch.Generator("cpu").manual_seed(zlib.crc32(label.encode()))
    drawn = torch.randn(shape, dtype=torch.float64, generator=generator, device="cpu")
    return drawn.to(torch.get_default_device())


def places(encoding: PositionEncoding, length: int, first: int = 0) -> Tensor:
    """Positions of `length` tokens: first, first + 1, …; with several axes a grid as near a square as can be, in
    rows, moved by `first` along each axis."""
    axes = encoding.position_axes
    if not axes:
        return torch.arange(first, first + length)
    side = max(1, math.ceil(round(length ** (1 / axes), 9)))
    cells = torch.arange(length)
    return (
        torch.stack([cells // side ** (axes - 1 - axis) % (side + (axis == 0) * length) for axis in range(axes)], -1)
        + first
    )


def surroundings(
    encoding: PositionEncoding,
    length: int,
    queries: int | None = None,
    hidden: Tensor | None = None,
    batch: tuple[int, ...] = (BATCH,),
) -> dict[str, Any]:
    """What a context holds beside positions and mask, for sequences of `length` tokens in the shape `batch`: everything
    that some method needs. The last `queries` tokens ask (default: all)."""
    queries = length if queries is None else queries
    device = torch.get_default_device()
    width = getattr(encoding, "width", 22)
    hidden = normal("hidden", *batch, length, width) if hidden is None else hidden
    vocabulary = getattr(encoding, "vocabulary", 50) or 50
    rows = torch.arange(math.prod(batch)).reshape(batch)
    tokens = (torch.arange(length) * 7 + rows[..., None] * 3) % vocabulary
    return {
        "length": length,
        "hidden_q": hidden[..., length - queries :, :],
        "hidden_k": hidden,
        "token_ids": tokens,
        "layer": 0,
        "step": 1,
        "generator": None if device.type == "meta" else torch.Generator(device).manual_seed(5),
    }


def other_method(given: Values) -> PositionEncoding:
    """The method that `given` names with its options, its learned numbers always the same."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        return built(given["method"], **given["options"]).eval()


def shaken(encoding: PositionEncoding, by: float = 0.3) -> PositionEncoding:
    """A copy with random numbers added to what is learned: a table that starts at zero hides every mistake."""
    moved = copy.deepcopy(encoding).double()
    for name, parameter in moved.named_parameters():
        with torch.no_grad():
            parameter.add_(by * normal(f"shaken {name}", *parameter.shape))
    return moved


@dataclass(frozen=True)
class Layer:
    """One layer of self-attention: its sizes, its fixed random projections, and the tokens to feed it."""

    heads: int
    key_heads: int
    head_dim: int
    width: int

    def tokens(self, length: int, label: str = "tokens") -> Tensor:
        """Embeddings [2, length, width]."""
        return normal(label, BATCH, length, self.width)

    def projections(self) -> tuple[Tensor, Tensor, Tensor]:
        """W_q [heads, width, head_dim], W_k and W_v [key_heads, width, head_dim]: tokens of size 1 stay near
        1."""
        return tuple(  # type: ignore[return-value]
            normal(name, heads, self.width, self.head_dim) / self.width**0.5
            for name, heads in (("W_q", self.heads), ("W_k", self.key_heads), ("W_v", self.key_heads))
        )

    def project(self, hidden: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """q [2, heads, n, head_dim], k and v [2, key_heads, n, head_dim] of hidden states [2, n, width]."""
        q, k, v = (torch.einsum("bnw,hwd->bhnd", hidden, w) for w in self.projections())
        return q, k, v

    def repeated(self, k: Tensor) -> Tensor:
        """Keys or values with one head for each query head, in the order that `attend` uses."""
        return k.repeat_interleave(self.heads // self.key_heads, -3)

    def logits(self, encoding: PositionEncoding, x: Tensor, positions: Tensor, queries: int | None = None) -> Tensor:
        """Logits [2, heads, queries, n] of the last queries (default: all) to all tokens, embeddings
        included."""
        n = x.shape[-2]
        first = 0 if queries is None else n - queries
        around = surroundings(encoding, n, hidden=x)
        embedded = encoding.embed(x, positions, Context(positions, positions, **around))
        around = surroundings(encoding, n, n - first, embedded)
        q, k, _ = self.project(embedded)
        return logits(encoding, q[..., first:, :], k, positions[first:], positions, **around)

    def outputs(self, encoding: PositionEncoding, x: Tensor, causal: bool = True) -> Tensor:
        """Outputs of attention [2, heads, n, head_dim] at positions 0 .. n-1."""
        n = x.shape[-2]
        rows, positions = torch.arange(n), places(encoding, n)
        allowed = rows[:, None] >= rows if causal else torch.ones(n, n).bool()
        around = surroundings(encoding, n) | {"hidden_q": None, "hidden_k": None}
        return self_attention(encoding, x, self.projections(), Context(positions, positions, allowed, **around))


def layer(build: Values, heads: int | None = None, head_dim: int | None = None, grouped: bool = True) -> Layer:
    """A layer that fits the build: its heads, head_dim and width where it has them, else 6, 10 and 22."""
    heads = build.get("heads", heads or 6)
    assert heads is not None
    key_heads = (
        max(n for n in range(1, heads + 1) if heads % n == 0 and (n < heads or heads == 1)) if grouped else heads
    )
    both = build["content_dim"] + build["rotary_dim"] if "content_dim" in build else head_dim or 10
    return Layer(heads, key_heads, build.get("head_dim", both), build.get("width", 22))


def carried(encoding: PositionEncoding, x: Tensor, positions: Sequence[int] | Tensor, role: str = "query") -> Tensor:
    """The vectors as attention sees them: rows x [n, width] after `embed` and `features`, heads of one."""
    at: Any = torch.as_tensor(positions)
    around = {
        name: value[:1] if isinstance(value, Tensor) else value
        for name, value in surroundings(encoding, len(at)).items()
    }
    ctx = Context(at, at, **around)
    heads = getattr(encoding, "heads", 1)
    embedded = encoding.embed(x[None], at, ctx)[:, None].expand(-1, heads, -1, -1)
    return encoding.features(embedded, at, role, ctx)[0, 0]


def vector_width(build: Values) -> int:
    """Width of the vectors to give to `carried`: that of the build, or 14."""
    both = build["content_dim"] + build["rotary_dim"] if "content_dim" in build else 14
    return int(build.get("width", build.get("head_dim", both)))


def contribution(encoding: PositionEncoding, one: Layer, x: Tensor) -> Tensor:
    """What the method adds to the logits [2, heads, n, n] of tokens at positions 0 .. n-1."""
    positions = places(encoding, x.shape[-2])
    return one.logits(encoding, x, positions) - one.logits(built("nope"), x, positions)

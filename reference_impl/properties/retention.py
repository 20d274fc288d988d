"""Retention: the recurrent form, and what its normalisation changes."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context, attend
from posatlas.reference_impl import build as built
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import layer, normal
from posatlas.reference_impl.properties.measuring import Measurement, Values, largest, measures, tolerance, within


def _drawn(build: Values, length: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """q, k and v [2, heads, length, head_dim]."""
    one = layer(build, grouped=False)
    q, k, v = (normal(f"retention {name}", 2, one.heads, length, one.head_dim) for name in "qkv")
    return q, k, v


@measures("recurrence_matches")
def recurrence_matches(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between outputs read from one running state a head and those of all pairs, without a mask."""
    length = given["length"]
    q, k, v = _drawn(build, length)
    at = torch.arange(length)
    ctx = Context(at, at)
    query, key = (encoding.features(x, at, role, ctx) for x, role in ((q, "query"), (k, "key")))
    gamma = encoding.decays()[:, None, None]
    state = torch.zeros_like(k[..., 0, :, None] * v[..., 0, None, :])
    outputs = []
    for n in range(length):
        state = gamma * state + key[..., n, :, None] * v[..., n, None, :]
        outputs.append((query[..., n, None, :] @ state).squeeze(-2))
    parallel = attend(encoding, q, k, v, causal=False)
    return within(largest(torch.stack(outputs, -2) - parallel), tolerance(length, max(1.0, largest(parallel))))


@measures("outputs_parallel_to")
def outputs_parallel_to(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the outputs of the two builds, each scaled to length 1."""
    q, k, v = _drawn(build, given["length"])
    one, two = (attend(e, q, k, v) for e in (encoding, built("retnet-decay", **given["options"]).eval()))
    apart = one / one.norm(dim=-1, keepdim=True) - two / two.norm(dim=-1, keepdim=True)
    return within(largest(apart), tolerance(given["length"]))

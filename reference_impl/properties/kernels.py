"""Attention computed in other ways: one fused call, a mask prepared in advance, a running sum."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn.functional import elu, scaled_dot_product_attention

from posatlas.reference_impl import Context, attend, logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import contribution, layer
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    greatest,
    largest,
    measures,
    tolerance,
    within,
)


@measures("foldable_into_mask")
def foldable_into_mask(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from PyTorch's attention, whose float mask was taken from other tokens."""
    one = layer(build)
    length = given["length"]
    mask = contribution(encoding, one, one.tokens(length, "others"))[0]
    later = torch.arange(length)[:, None] < torch.arange(length)
    q, k, v = one.project(one.tokens(length))
    folded = scaled_dot_product_attention(
        q, one.repeated(k), one.repeated(v), attn_mask=mask.masked_fill(later, -torch.inf)
    )
    return within(largest(one.outputs(encoding, one.tokens(length)) - folded), tolerance(size=10))


@measures("fused_attention_matches")
def fused_attention_matches(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from PyTorch's attention with is_causal on encoded queries, keys and values."""
    one = layer(build)
    at = torch.arange(given["length"])
    ctx = Context(at, at)
    q, k, v = one.project(encoding.embed(one.tokens(given["length"]), at))
    query, key, value = (
        encoding.features(x, at, role, ctx)
        for x, role in ((q, "query"), (one.repeated(k), "key"), (one.repeated(v), "value"))
    )
    fused = scaled_dot_product_attention(query, key, value, is_causal=True)
    return within(largest(attend(encoding, q, k, v) - fused), tolerance(size=10))


def _mapped(
    encoding: PositionEncoding, build: Values, length: int
) -> tuple[Tensor, Tensor, Tensor, Tensor, Context]:
    """phi(q), phi(k) and v with all heads, the unscaled scores of the method between them, and the
    context."""
    one = layer(build, grouped=False)
    at = torch.arange(length)
    q, k, v = one.project(one.tokens(length))
    q, k = elu(q) + 1, elu(k) + 1
    ctx = Context(at, at)
    return q, k, v, logits(encoding, q, k) / encoding.scale(q, ctx), ctx


@measures("linear_attention_factorises")
def linear_attention_factorises(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the causal double sum of the method's scores and the running sum."""
    q, k, v, scores, ctx = _mapped(encoding, build, given["length"])
    double = scores.tril() @ v
    query = encoding.features(q, ctx.q_positions, "query", ctx)
    key = encoding.features(k, ctx.k_positions, "key", ctx)
    state = torch.zeros(*k.shape[:-2], key.shape[-1], v.shape[-1], dtype=torch.float64)
    found = 0.0
    for step in range(given["length"]):
        state = state + key[..., step, :, None] * v[..., step, None, :]
        running = (query[..., step, None, :] @ state)[..., 0, :]
        found = greatest(found, largest(running - double[..., step, :]))
    return within(found, tolerance(given["length"], max(1.0, largest(double))))


@measures("linear_attention_normalised")
def linear_attention_normalised(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest distance from 1 of the sum of a query's weights."""
    q, k, _, scores, _ = _mapped(encoding, build, given["length"])
    sums = scores.sum(-1) / (q @ k.transpose(-1, -2)).sum(-1)
    return within(largest(sums - 1), tolerance(given["length"]))

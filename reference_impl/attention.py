"""Attention, once for all encodings, slow and plain: every place where position can enter is one hook.

    q           [..., heads, nq, head_dim]
    k, v        [..., key heads, nk, head_dim]; a key head serves heads / key heads query heads in a row (GQA)
    positions   [..., n]; default: keys 0 .. nk-1, queries the last nq of the keys (decode, chunked prefill);
                [..., n, axes], and no default, for encodings with position_axes
    mask        bool [..., nq, nk], True where a query may look at a key, no heads axis;
                keep[..., None, :] makes one from a padding mask keep [..., nk]

Arithmetic is float32 or better; the result is rounded once, to the dtype of q. The causal rule compares
positions: a query sees the keys at or before its own. Positions with several axes have no order: there the
rule counts rows, the queries being the last keys. A query that may look at no key gets zeros, not NaN.
Encodings that act on embeddings (`embed`) have done their part before q, k and v exist: `self_attention`
calls them, `attend` does not.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import torch
from torch import Tensor

from .context import Context
from .encodings.base import PositionEncoding, at_least_float32, positions_for

EXTRAS = tuple(f.name for f in fields(Context) if f.name not in ("q_positions", "k_positions", "allowed"))


def logits(
    enc: PositionEncoding, q: Tensor, k: Tensor, q_positions: Any = None, k_positions: Any = None,
    **context: Any
) -> Tensor:
    """[..., heads, nq, nk] before mask and softmax, for every pair; rounded to the dtype of q."""
    ctx = context_of(enc, q, k, q_positions, k_positions, **context)
    wide = at_least_float32(q, k)
    return _logits(enc, q.to(wide), _repeated(q, k).to(wide), ctx).to(q.dtype)


def attend(
    enc: PositionEncoding, q: Tensor, k: Tensor, v: Tensor, q_positions: Any = None, k_positions: Any = None,
    causal: bool = True, mask: Tensor | None = None, **context: Any
) -> Tensor:
    """[..., heads, nq, head_dim]: what each query takes from the values."""
    ctx = context_of(enc, q, k, q_positions, k_positions, **context)
    return _attend(enc, q, k, v, replace(ctx, allowed=_allowed(enc, ctx, causal, mask)))


def self_attention(
    enc: PositionEncoding, x: Tensor, projections: Sequence[Tensor], ctx: Context | None = None
) -> Tensor:
    """Attention of x [..., n, width] to itself: embed, project, attend.

    projections: W_q [heads, width, head_dim], W_k and W_v [key heads, width, head_dim], and, if given, W_o
    [heads, head_dim, width]. Returns [..., heads, nq, head_dim], or [..., nq, width] with W_o. Without ctx:
    positions 0 .. n-1, causal. With a ctx, ctx.allowed is the whole mask (None: every key); if it has fewer
    query positions than x has rows, the queries are the last rows.
    """
    if len(projections) not in (3, 4):
        raise ValueError(f"projections must be W_q, W_k, W_v and perhaps W_o; got {len(projections)} of them")
    n = x.shape[-2]
    axes = enc.position_axes
    if ctx is None:
        if axes:
            raise ValueError(f"{enc.method} needs positions [..., n, {axes}]; pass a Context that has them")
        rows = torch.arange(n, device=x.device)
        ctx = Context(rows, rows)
        ctx = replace(ctx, allowed=ctx.offsets() >= 0)
    nq = ctx.q_positions.shape[-2 if axes else -1]
    if nq > n:
        raise ValueError(f"x has {n} rows, but ctx has {nq} query positions; give no more queries than rows")
    ctx = replace(
        ctx, q_positions=_positions(ctx.q_positions, x[..., None, n - nq:, :], axes),
        k_positions=_positions(ctx.k_positions, x[..., None, :, :], axes))
    ctx = replace(ctx, allowed=_allowed(enc, ctx, False, ctx.allowed))
    wide = at_least_float32(x, *projections)
    hidden_k = enc.embed(x.to(wide), ctx.k_positions, ctx)
    hidden_q = enc.embed(x[..., n - nq:, :].to(wide), ctx.q_positions, ctx)
    if ctx.hidden_q is None and ctx.hidden_k is None:
        ctx = replace(ctx, hidden_q=hidden_q, hidden_k=hidden_k)
    q, k, v = (torch.einsum("...nw,hwd->...hnd", hidden, w.to(wide))
               for hidden, w in zip((hidden_q, hidden_k, hidden_k), projections[:3], strict=True))
    out = _attend(enc, q, k, v, ctx)
    if len(projections) == 4:
        out = torch.einsum("...hnd,hdw->...nw", out, projections[3].to(wide))
    return out.to(x.dtype)


def context_of(
    enc: PositionEncoding, q: Tensor, k: Tensor, q_positions: Any, k_positions: Any, **extras: Any
) -> Context:
    """The Context of one call, with default positions filled in and shapes checked."""
    unknown = sorted(set(extras) - set(EXTRAS))
    if unknown:
        raise ValueError(
            f"unknown context {', '.join(unknown)}; known: {', '.join(EXTRAS)} (a mask goes in mask=)")
    if q.dim() < 3 or k.dim() < 3:
        raise ValueError(f"q and k need [..., heads, n, head_dim], got {list(q.shape)} and {list(k.shape)}")
    nq, nk = q.shape[-2], k.shape[-2]
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"q has {q.shape[-1]} channels and k has {k.shape[-1]}; they must agree")
    axes = enc.position_axes
    if axes and k_positions is None:
        raise ValueError(f"{enc.method} needs positions [..., n, {axes}]; pass q_positions and k_positions")
    kp = torch.arange(nk, device=k.device) if k_positions is None else _positions(k_positions, k, axes)
    if q_positions is not None:
        qp = _positions(q_positions, q, axes)
    elif nq > nk:
        raise ValueError(
            f"{nq} queries but only {nk} keys: by default queries are the last keys; pass q_positions")
    else:
        qp = kp[..., nk - nq:, :] if axes else kp[..., nk - nq:]
    return Context(qp, kp, **extras)


def _positions(positions: Any, x: Tensor, axes: int = 0) -> Tensor:
    return positions_for("attention", positions, x, heads=True, axes=axes).squeeze(-3 if axes else -2)


def _offsets(enc: PositionEncoding, ctx: Context) -> Tensor:
    """What the causal rule compares: positions, or rows where a position has several axes."""
    if not enc.position_axes:
        return ctx.offsets()
    nq, nk = ctx.q_positions.shape[-2], ctx.k_positions.shape[-2]
    rows = torch.arange(nk, device=ctx.k_positions.device)
    return torch.arange(nk - nq, nk, device=rows.device)[:, None] - rows


def _allowed(enc: PositionEncoding, ctx: Context, causal: bool, mask: Tensor | None) -> Tensor:
    offsets = _offsets(enc, ctx)
    allowed = offsets >= 0 if causal else torch.ones_like(offsets, dtype=torch.bool)
    if mask is None:
        return allowed
    if mask.dtype != torch.bool:
        raise ValueError(f"mask is {mask.dtype}, but must be bool: True where a query may look at a key")
    nq, nk = offsets.shape[-2:]
    if mask.dim() < 2 or mask.shape[-2] not in (1, nq) or mask.shape[-1] not in (1, nk):
        raise ValueError(
            f"mask has shape {list(mask.shape)}, but needs [..., {nq}, {nk}] without a heads axis; "
            "a padding mask keep [..., nk] goes in as keep[..., None, :]")
    return allowed & mask.to(allowed.device)


def _repeated(q: Tensor, k: Tensor) -> Tensor:
    """Keys or values with as many heads as the queries: head h of q reads head h // (heads / key heads)."""
    heads, key_heads = q.shape[-3], k.shape[-3]
    if key_heads < 1 or heads % key_heads:
        raise ValueError(
            f"{heads} query heads cannot share {key_heads} key heads evenly; "
            "make the first a multiple of the second")
    return k.repeat_interleave(heads // key_heads, -3)


def _logits(enc: PositionEncoding, q: Tensor, k: Tensor, ctx: Context) -> Tensor:
    out = None
    for q_positions, k_positions, where in enc.passes(ctx):
        query = enc.features(q, q_positions, "query", ctx)
        key = enc.features(k, k_positions, "key", ctx)
        scores = query @ key.transpose(-1, -2) * enc.scale(q, ctx)
        if where is not None:
            scores = torch.where(where[..., None, :, :], scores, -torch.inf if out is None else out)
        out = scores
    if out is None:
        raise ValueError(f"{enc.method}: passes() gave no pass; it must give at least one")
    bias = enc.bias(q, k, ctx)
    return out if bias is None else out + bias


def _attend(enc: PositionEncoding, q: Tensor, k: Tensor, v: Tensor, ctx: Context) -> Tensor:
    if v.shape[-2] != k.shape[-2]:
        raise ValueError(f"v has {v.shape[-2]} rows and k has {k.shape[-2]}; they must agree")
    wide = at_least_float32(q, k, v)
    scores = _logits(enc, q.to(wide), _repeated(q, k).to(wide), ctx)
    values = enc.features(_repeated(q, v).to(wide), ctx.k_positions, "value", ctx)
    return enc.values(enc.weights(scores, ctx), values, ctx).to(q.dtype)

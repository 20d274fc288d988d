"""Decoding with a cache, and prefill in chunks, against one full pass."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context
from posatlas.reference_impl.laws.law import law
from posatlas.reference_impl.laws.subject import Subject
from posatlas.reference_impl.laws.tokens import CLOSE
from posatlas.reference_impl.properties.measuring import greatest, largest

LENGTH = 11


def _full(subject: Subject, enc: torch.nn.Module) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    x, at = subject.tokens(LENGTH), subject.positions(enc, LENGTH, 4)  # type: ignore[arg-type]
    return x, at, subject.layer(enc, x, at, at)  # type: ignore[arg-type]


@law()
def decode_by_steps(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    x, at, full = _full(subject, enc)
    steps = [subject.layer(enc, x[:, : t + 1], at[t : t + 1], at[: t + 1]) for t in range(LENGTH)]
    return largest(torch.cat(steps, -2) - full), CLOSE


@law()
def prefill_in_chunks(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    x, at, full = _full(subject, enc)
    chunks = [subject.layer(enc, x[:, :stop], at[start:stop], at[:stop]) for start, stop in ((0, 4), (4, 9), (9, 11))]
    return largest(torch.cat(chunks, -2) - full), CLOSE


@law(applies=lambda s: len(_passes(s)) == 1)
def cached_keys(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    q, k, v = subject.heads_of(LENGTH, key_heads=subject.heads)
    at = subject.positions(enc, LENGTH)
    full = subject.attend(enc, q, k, v, at, at)
    held = []
    for t in range(LENGTH):
        here = at[t : t + 1]
        around = subject.around(enc, t + 1)
        around = {n: a[..., -1:, :] if n.startswith("hidden") else a for n, a in around.items()}
        held.append(enc.features(k[..., t : t + 1, :], here, "key", Context(here, here, **around)))
    cache, worst = torch.cat(held, -2), 0.0
    for t in range(LENGTH):
        here, seen = at[t : t + 1], at[: t + 1]
        ctx = Context(here, seen, torch.ones(1, t + 1, dtype=torch.bool), **subject.around(enc, t + 1, 1))
        query = enc.features(q[..., t : t + 1, :], here, "query", ctx)
        scores = query @ cache[..., : t + 1, :].mT * enc.scale(q[..., t : t + 1, :], ctx)
        bias = enc.bias(q[..., t : t + 1, :], k[..., : t + 1, :], ctx)  # what reads content reads plain keys
        weights = enc.weights(scores if bias is None else scores + bias, ctx)
        worst = greatest(worst, largest(enc.values(weights, v[..., : t + 1, :], ctx) - full[..., t : t + 1, :]))
    return worst, CLOSE


def _passes(subject: Subject) -> list[object]:
    enc = subject.encoding()
    at = subject.positions(enc, 3)
    return enc.passes(Context(at, at, torch.ones(3, 3, dtype=torch.bool).tril(), **subject.around(enc, 3)))  # type: ignore[return-value]

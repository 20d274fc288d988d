"""Decoding with a cache, and prefill in chunks, against one full pass."""

from __future__ import annotations

from dataclasses import replace

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
    x, at, full = _full(subject, enc)
    states, keys, cache, values, worst = [], [], [], [], 0.0
    for t in range(LENGTH):
        here, seen = at[t : t + 1], at[: t + 1]
        around = subject.around(enc, t + 1, 1) | {"length": int(here) + 1 if seen.dim() == 1 else t + 1}
        ids = around.pop("token_ids")
        new = Context(here, here, token_ids=ids[:, t:], **around | {"hidden_q": None, "hidden_k": None})
        state = enc.embed(x[:, t : t + 1], here, new)
        q, k, v = (torch.einsum("bnw,hwd->bhnd", state, w) for w in subject.projections())
        k, v = (rows.repeat_interleave(subject.heads // subject.key_heads, 1) for rows in (k, v))
        new = replace(new, hidden_q=state, hidden_k=state)
        held = (enc.features(k, here, "key", new), enc.features(v, here, "value", new))
        for rows, row in zip((states, keys, cache, values), (state, k, *held), strict=True):
            rows.append(row)
        allowed = torch.ones(1, t + 1, dtype=torch.bool)
        around |= {"hidden_q": state, "hidden_k": torch.cat(states, -2)}
        ctx = Context(here, seen, allowed, token_ids=ids, **around)
        scores = enc.features(q, here, "query", ctx) @ torch.cat(cache, -2).mT * enc.scale(q, ctx)
        bias = enc.bias(q, torch.cat(keys, -2), ctx)  # what reads content reads plain keys
        weights = enc.weights(scores if bias is None else scores + bias, ctx)
        out = enc.values(weights, torch.cat(values, -2), ctx)
        worst = greatest(worst, largest(out - full[..., t : t + 1, :]))
    return worst, CLOSE


def _passes(subject: Subject) -> list[object]:
    enc = subject.encoding()
    at = subject.positions(enc, 3)
    return enc.passes(Context(at, at, torch.ones(3, 3, dtype=torch.bool).tril(), **subject.around(enc, 3)))  # type: ignore[return-value]

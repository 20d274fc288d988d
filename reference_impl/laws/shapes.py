"""Empty and single sequences, queries without keys, shapes without data."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context, attend
from posatlas.reference_impl.laws.law import law
from posatlas.reference_impl.laws.subject import Subject
from posatlas.reference_impl.properties.measuring import largest


@law()
def lengths_zero_and_one(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    for n in (0, 1):
        at = subject.positions(enc, n)
        out = subject.layer(enc, subject.tokens(n), at, at)
        if out.shape[:-1] != (3, subject.heads, n) or not bool(out.isfinite().all()):
            raise ValueError(
                f"{n} tokens give outputs of shape {list(out.shape)}, finite: {bool(out.isfinite().all())}"
            )
    return 0.0, 0.0


@law()
def no_key_to_see(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    q, k, v = (t.requires_grad_() for t in subject.heads_of(5))
    at = subject.positions(enc, 5)
    mask = torch.ones(3, 5, 5, dtype=torch.bool)
    mask[1, 2] = False
    with torch.enable_grad():
        out = subject.attend(enc, q, k, v, at, at, mask=mask)
        out.square().sum().backward()
    if not all(bool(t.grad.isfinite().all()) for t in (q, k, v, *enc.parameters()) if t.grad is not None):
        raise ValueError("a gradient is not finite")
    return largest(out[1, :, 2]), 0.0


@law()
def shapes_without_data(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    kp = subject.positions(enc, 8)
    q, k, v = subject.heads_of(5, 8)
    want = subject.attend(enc, q, k, v, kp[3:], kp).shape
    around = {n: t.to("meta") if isinstance(t, torch.Tensor) else t for n, t in subject.around(enc, 8, 5).items()}
    moved = [t.to("meta") for t in (q, k, v, kp[3:], kp)]
    out = attend(enc.to("meta"), *moved, **around | {"generator": None})
    if out.shape != want or not out.is_meta:
        raise ValueError(f"shape {list(out.shape)} on {out.device} where data gives {list(want)}")
    if "generator" not in enc.needs:  # a generator has no meta device
        x, at = subject.tokens(8).to("meta"), kp.to("meta")
        embedded = enc.embed(x, at, Context(at, at, **around | {"generator": None}))
        if embedded.shape != x.shape or not embedded.is_meta:
            raise ValueError(f"embeddings {list(embedded.shape)} on {embedded.device} of tokens {list(x.shape)}")
    return 0.0, 0.0

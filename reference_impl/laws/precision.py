"""Dtypes: what comes out, how far it is from float64, and that angles stay exact far out."""

from __future__ import annotations

from typing import Any

import torch

from posatlas.reference_impl import Context
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.laws.law import DTYPES, law
from posatlas.reference_impl.laws.subject import Subject, in_dtype
from posatlas.reference_impl.properties.measuring import greatest, largest


def allowed_error(position: float, dtype: torch.dtype) -> float:
    """Allowed error of a number of size 1 at this position.

    Angles are float64, so below float64 the error is that of the last roundings and does not grow with the
    position. In float64 it is the rounding of the angle, position times frequency.
    """
    if dtype == torch.float64:
        return max(1e-10, 2.0**-50 * position)
    return {torch.float32: 8, torch.bfloat16: 1, torch.float16: 1}[dtype] * torch.finfo(dtype).eps


@law(dtypes=DTYPES)
def dtype_kept(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    x, (q, k, v) = subject.tokens(9).to(dtype), (t.to(dtype) for t in subject.heads_of(9))
    at = subject.positions(enc, 9)
    wide = _rounded(subject, enc, 9, dtype)
    exact = subject.attend(enc, q.double(), k.double(), v.double(), at, at, **wide)
    embedded = enc.embed(x.double(), at, Context(at, at, **wide | _drawing(subject, enc)))
    found = subject.attend(enc, q, k, v, at, at)
    outputs = {"attend": found, "self_attention": subject.layer(enc, x, at, at),
               "logits": subject.logits(enc, q, k, at, at)}
    for name, out in outputs.items():
        if out.dtype != dtype:
            raise ValueError(f"{name} gives {out.dtype} for {dtype}")
    again = enc.embed(x, at, Context(at, at, **wide | _drawing(subject, enc))).double()
    worst = greatest(largest(found.double() - exact), largest(again - embedded))
    return worst, 8 * allowed_error(9, dtype) * max(1.0, largest(exact), largest(embedded))


def _rounded(subject: Subject, enc: PositionEncoding, length: int, dtype: torch.dtype) -> dict[str, Any]:
    """The rest of a context, its numbers rounded to the dtype and held in float64: what an exact result starts from."""
    return in_dtype(in_dtype(subject.around(enc, length), dtype), torch.float64)


def _drawing(subject: Subject, enc: PositionEncoding) -> dict[str, Any]:
    """A generator at its start: two calls that must draw alike need one each."""
    return {"generator": subject.around(enc, 1)["generator"]}


def _along(enc: PositionEncoding, positions: list[int]) -> torch.Tensor:
    """These positions, the same on each axis where there are several."""
    at = torch.tensor(positions)
    return at[:, None].expand(-1, enc.position_axes) if enc.position_axes else at


@law(applies=lambda s: s.encoding().position_limit is None, dtypes=DTYPES)
def exact_far_out(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    at = _along(enc, [3, 2_048, 65_537, 131_071, 999_999, 1_000_000])
    q, k, _ = (t.to(dtype) for t in subject.heads_of(6))
    wide = _rounded(subject, enc, 6, dtype)
    exact = subject.logits(enc, q.double(), k.double(), at, at, **wide)
    got = subject.logits(enc, q, k, at, at, length=6).double()
    beyond = (exact.abs() > torch.finfo(dtype).max) & (got.isinf() & (got.sign() == exact.sign())) | (got == exact)
    size = exact.abs().clamp(min=float(q.double().norm(dim=-1).max()) ** 2 / 3)
    error = torch.where(beyond, 0.0, (got - exact).abs() / size)
    x = subject.tokens(6).to(dtype)
    one, two = (enc.embed(t, at, Context(at, at, **wide | _drawing(subject, enc))).double() for t in (x, x.double()))
    return greatest(float(error.max()), largest(one - two) / max(1.0, largest(two))), 4 * allowed_error(0, dtype)


@law(applies=lambda s: s.encoding().position_limit is None)
def finite_to_a_million(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    q, k, _ = subject.heads_of(4)
    at = _along(enc, [0, 999, 131_072, 1_000_000])
    found = subject.logits(enc, q, k, at, at)
    embedded = enc.embed(subject.tokens(4), at, Context(at, at, **subject.around(enc, 4)))
    seen = torch.ones(4, 4, dtype=torch.bool).tril()
    return float((~found.isfinite() & ~found.isneginf() & seen).sum() + (~embedded.isfinite()).sum()), 0.0


@law()
def angles_survive_bfloat16(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, moved = subject.encoding(), subject.encoding().to(torch.bfloat16)
    learned = dict(enc.named_parameters())
    for name, parameter in moved.named_parameters():
        learned[name].data = parameter.data.double()
    x, at = subject.tokens(8), subject.positions(enc, 8)
    first = subject.layer(moved, x, at, at)
    return largest(first - subject.layer(enc, x, at, at)), 1e-5


@law()
def angles_survive_autocast(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    q, x = subject.heads_of(2)[0].float(), subject.tokens(2).float()
    at = subject.positions(enc, 2, 65_536)
    length = 65_538 if enc.position_limit is None else enc.position_limit
    around = in_dtype(subject.around(enc, 2), torch.float32) | {"length": length}

    def found() -> tuple[torch.Tensor, torch.Tensor]:
        ctx = Context(at, at, **around | _drawing(subject, enc))
        return enc.features(q, at, "query", ctx), enc.embed(x, at, ctx)

    plain = found()
    with torch.autocast(q.device.type, dtype=torch.bfloat16):
        again = found()
    return greatest(*(largest((one - two).double()) for one, two in zip(plain, again, strict=True))), 0.0

"""Dtypes: what comes out, how far it is from float64, and that angles stay exact far out."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context
from posatlas.reference_impl.laws.law import DTYPES, law
from posatlas.reference_impl.laws.subject import Subject, _as
from posatlas.reference_impl.properties.measuring import largest


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
    exact = subject.attend(enc, q.double(), k.double(), v.double(), at, at, **_wide(subject, enc, dtype))
    found = subject.attend(enc, q, k, v, at, at)
    outputs = {"attend": found, "self_attention": subject.layer(enc, x, at, at),
               "logits": subject.logits(enc, q, k, at, at)}
    for name, out in outputs.items():
        if out.dtype != dtype:
            raise ValueError(f"{name} gives {out.dtype} for {dtype}")
    return largest(found.double() - exact), 8 * allowed_error(9, dtype) * max(1.0, largest(exact))


def _wide(subject: Subject, enc: torch.nn.Module, dtype: torch.dtype) -> dict[str, object]:
    around = _as(subject.around(enc, 9), dtype)  # type: ignore[arg-type]
    return {n: t.double() if isinstance(t, torch.Tensor) and t.is_floating_point() else t for n, t in around.items()}


@law(applies=lambda s: s.encoding().position_limit is None and not s.encoding().position_axes, dtypes=DTYPES)
def exact_far_out(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    at = torch.tensor([3, 2_048, 65_537, 131_071, 999_999, 1_000_000])
    q, k, _ = (t.to(dtype) for t in subject.heads_of(6))
    exact = subject.logits(enc, q.double(), k.double(), at, at, **_rounded(subject, enc, dtype))
    got = subject.logits(enc, q, k, at, at, length=6).double()
    beyond = (exact.abs() > torch.finfo(dtype).max) | (got == exact)
    size = exact.abs().clamp(min=float(q.double().norm(dim=-1).max()) ** 2 / 3)
    error = torch.where(beyond, 0.0, (got - exact).abs() / size)
    return float(error.max()), 4 * allowed_error(0, dtype)


def _rounded(subject: Subject, enc: torch.nn.Module, dtype: torch.dtype) -> dict[str, object]:
    around = _as(subject.around(enc, 6), dtype)  # type: ignore[arg-type]
    return {n: t.double() if isinstance(t, torch.Tensor) and t.is_floating_point() else t for n, t in around.items()}


@law(applies=lambda s: s.encoding().position_limit is None and not s.encoding().position_axes)
def finite_to_a_million(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    q, k, _ = subject.heads_of(4)
    at = torch.tensor([0, 999, 131_072, 1_000_000])
    found = subject.logits(enc, q, k, at, at)
    seen = at[:, None] >= at
    return float((~found.isfinite() & ~found.isneginf() & seen).sum()), 0.0


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
    q = subject.heads_of(2)[0].float()
    at = subject.positions(enc, 2, 65_536)
    around = subject.around(enc, 2)
    ctx = Context(at, at, **_as(around, torch.float32))
    plain = enc.features(q, at, "query", ctx)
    with torch.autocast(q.device.type, dtype=torch.bfloat16):
        again = enc.features(q, at, "query", ctx)
    return largest((plain - again).double()), 0.0

"""What other tokens, and other places of the same tokens, may change."""

from __future__ import annotations

import torch

from posatlas.reference_impl.laws.law import law
from posatlas.reference_impl.laws.subject import Subject
from posatlas.reference_impl.properties.measuring import greatest, largest

CLOSE = 1e-9
NOTICED = 1e-4


def _endless(subject: Subject) -> bool:
    return subject.encoding().position_limit is None


@law(applies=lambda s: _endless(s) or bool(s.encoding().position_axes))
def shift_invariant(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, x = subject.encoding(), subject.tokens(9)
    # Where axes end, nine tokens, three by three, move to the far corner.
    first, second = (3, 24) if enc.position_limit is None else (0, enc.position_limit - 3)
    near, far = subject.positions(enc, 9, first), subject.positions(enc, 9, second)
    held = {} if enc.position_axes else {"length": 40}  # what moves is the positions, not the context length
    return largest(subject.layer(enc, x, near, near, **held) - subject.layer(enc, x, far, far, **held)), CLOSE


@law(applies=lambda s: _endless(s) and "embed" not in s.encoding().hooks_overridden())  # logits see no embeddings
def shift_invariant_far_out(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    q, k, _ = subject.heads_of(6)
    near = subject.positions(enc, 6, 3)
    held = {} if enc.position_axes else {"length": 1_000_009}
    before = subject.logits(enc, q, k, near, near, **held)
    shifts = (1_000, 100_000, 1_000_000)
    worst = greatest(*(largest(subject.logits(enc, q, k, near + s, near + s, **held) - before) for s in shifts))
    return worst, 2.0**-48 * 1_000_000 * max(1.0, largest(before))


@law()
def causal(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, x = subject.encoding(), subject.tokens(9)
    changed = x.clone()
    changed[:, 6:] = subject.tokens(3, "law others")
    at = subject.positions(enc, 9)
    before, after = subject.layer(enc, x, at, at), subject.layer(enc, changed, at, at)
    if float((before[..., 6:, :] - after[..., 6:, :]).abs().amax(-1).min()) < NOTICED:
        raise ValueError("later outputs do not follow their own tokens")
    return largest(before[..., :6, :] - after[..., :6, :]), 0.0


@law()
def storage_order(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, x, order = subject.encoding(), subject.tokens(9), torch.tensor([4, 0, 8, 1, 7, 2, 6, 3, 5])
    at = subject.positions(enc, 9) * (1 if enc.position_limit else 4)
    causal = not enc.position_axes  # with several axes "later" counts rows, so the order of storage is looked at
    ids, length = subject.around(enc, 9)["token_ids"], int(at.max()) + 1
    moved = subject.layer(enc, x[:, order], at[order], at[order], causal, token_ids=ids[:, order], length=length)
    kept = subject.layer(enc, x, at, at, causal, length=length)
    return largest(moved - kept[..., order, :]), CLOSE


@law(applies=lambda s: bool(s.encoding().hooks_overridden()))
def order_noticed(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, x, order = subject.encoding(), subject.tokens(9), torch.tensor([4, 0, 5, 1, 7, 2, 6, 3, 8])
    at = subject.positions(enc, 9)
    ids = subject.around(enc, 9)["token_ids"]
    kept = subject.layer(enc, x, at, at, enc.causal_only)
    moved = subject.layer(enc, x[:, order], at, at, enc.causal_only, token_ids=ids[:, order])
    first = 8 if enc.causal_only else 0  # under the causal rule only the last query sees the same tokens
    found = largest((moved - kept[..., order, :])[..., first:, :])
    return (0.0 if found > NOTICED else 1.0), 0.0


@law(applies=lambda s: s.heads > 1)
def heads_apart(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    q, k, v = subject.heads_of(7, key_heads=subject.heads)
    at = subject.positions(enc, 7)
    before = subject.attend(enc, q, k, v, at, at)
    others = subject.heads_of(7, key_heads=subject.heads)
    changed = tuple(torch.cat((t[:, :1], o[:, 1:].roll(1, -2)), 1) for t, o in zip((q, k, v), others, strict=True))
    return largest(subject.attend(enc, *changed, at, at)[:, :1] - before[:, :1]), CLOSE


@law(applies=lambda s: "heads" not in s.options)
def heads_alike(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, order = subject.encoding(), torch.tensor([3, 0, 5, 1, 4, 2])
    q, k, v = subject.heads_of(7, key_heads=6)
    at = subject.positions(enc, 7)
    moved = subject.attend(enc, q[:, order], k[:, order], v[:, order], at, at)
    return largest(moved - subject.attend(enc, q, k, v, at, at)[:, order]), CLOSE

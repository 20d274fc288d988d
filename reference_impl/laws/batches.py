"""Batch mates, leading axes, grouped heads, padding: what must not matter."""

from __future__ import annotations

import torch

from posatlas.reference_impl.laws.law import law
from posatlas.reference_impl.laws.subject import Subject
from posatlas.reference_impl.laws.tokens import CLOSE
from posatlas.reference_impl.properties.measuring import greatest, largest


@law()
def batch_mates(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, x = subject.encoding(), subject.tokens(8)
    at = subject.positions(enc, 8)
    last = enc.position_limit
    rows = torch.stack(
        [at, at.flip(0), at + 1 if last is None or (not enc.position_axes and last > 9) else at.roll(3, 0)]
    )
    length = 64 if enc.position_limit is None else min(64, enc.position_limit)
    together = subject.layer(enc, x, rows, rows, length=length)
    worst = 0.0
    for row in range(3):
        ids = subject.around(enc, 8)["token_ids"][row]
        alone = subject.layer(enc, x[row], rows[row], rows[row], length=length, token_ids=ids)
        if "generator" not in enc.needs:  # what is drawn is not the same for one sequence and for three
            worst = greatest(worst, largest(together[row] - alone))
    return worst, CLOSE


@law()
def leading_shape(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    kp = subject.positions(enc, 8)
    qp, worst = kp[3:], 0.0
    for batch in ((), (1,), (0,), (2, 3)):
        q, k, v = subject.heads_of(5, 8, batch=batch)
        out = subject.attend(enc, q, k, v, qp, kp)
        x = subject.tokens(8, batch=batch)
        whole = subject.layer(enc, x, kp, kp)
        if out.shape[:-1] != (*batch, subject.heads, 5) or whole.shape[:-1] != (*batch, subject.heads, 8):
            raise ValueError(
                f"a batch of shape {batch} gives outputs of shape {list(out.shape)}, of a layer {list(whole.shape)}"
            )
        if batch == (2, 3):
            ids = subject.around(enc, 8, batch=batch)["token_ids"][1, 2]
            if "generator" not in enc.needs:  # what is drawn is not the same for one sequence and for six
                worst = largest(whole[1, 2] - subject.layer(enc, x[1, 2], kp, kp, token_ids=ids))
            around = subject.around(enc, 8, 5, batch)
            mine = {n: around[n][1, 2] for n in ("hidden_q", "hidden_k", "token_ids")}
            one = subject.attend(enc, q[1, 2], k[1, 2], v[1, 2], qp, kp, **mine)
            worst = greatest(worst, largest(out[1, 2] - one))
    return worst, CLOSE


@law()
def grouped_heads(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    kp = subject.positions(enc, 8)
    qp, worst = kp[3:], 0.0
    for key_heads in {h for h in (1, 2, 3, subject.heads) if subject.heads % h == 0}:
        q, k, v = subject.heads_of(5, 8, key_heads)
        each = subject.heads // key_heads
        repeated = [torch.stack([t[:, h // each] for h in range(subject.heads)], 1) for t in (k, v)]
        worst = greatest(
            worst, largest(subject.attend(enc, q, k, v, qp, kp) - subject.attend(enc, q, *repeated, qp, kp))
        )
    return worst, 0.0


@law()
def padding(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, x = subject.encoding(), subject.tokens(7)
    at = subject.positions(enc, 7)
    ids = subject.around(enc, 7)["token_ids"]
    alone, worst = subject.layer(enc, x, at, at, length=7), 0.0
    for left, right in ((3, 0), (0, 4), (2, 1)):
        n = left + 7 + right
        padded = torch.cat((subject.tokens(left, "law left"), x, subject.tokens(right, "law right")), -2)
        keep = torch.zeros(3, n, dtype=torch.bool)
        keep[:, left : left + 7] = True
        rows = torch.arange(n).sub(left)
        places = at[rows.clamp(0, 6)] if enc.position_limit or enc.position_axes else rows.clamp(0, n)
        padded_ids = torch.nn.functional.pad(ids, (left, right))
        out = subject.layer(enc, padded, places, places, mask=keep[:, None, :], length=7, token_ids=padded_ids)
        if not bool(out.isfinite().all()):
            raise ValueError("padding gives outputs that are not finite")
        worst = greatest(worst, largest(out[..., left : left + 7, :] - alone))
    return worst, CLOSE

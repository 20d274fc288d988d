"""A fingerprint of what an encoding gives over a fixed battery: equal fingerprints are equal numbers, bit for bit."""

from __future__ import annotations

import hashlib
from typing import Any

import torch

from posatlas.reference_impl import Context
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.laws.subject import Subject, in_dtype
from posatlas.schema.properties import STANDARD_BUILDS

__all__ = ["fingerprint"]

FAR = (0, 1, 2, 64, 257, 4_099, 131_071, 999_999, 1_000_000)


def _outputs(subject: Subject, dtype: torch.dtype, training: bool) -> list[torch.Tensor]:
    """Features of both roles, embeddings, logits and outputs, with fewer key heads and a batch of three."""
    enc = subject.encoding().train(training)
    limit, axes = enc.position_limit, enc.position_axes
    found = []
    sets = [(subject.positions(enc, 9), subject.positions(enc, 9)[4:])]
    if limit is None and not axes:
        sets.append((torch.tensor(FAR), torch.tensor(FAR[4:])))
    for k_positions, q_positions in sets:
        q, k, v = (t.to(dtype) for t in subject.heads_of(len(q_positions), len(k_positions)))
        around = subject.around(enc, len(k_positions), len(q_positions))
        around |= {} if axes or limit is not None else {"length": int(k_positions.max()) + 1}
        found.append(subject.logits(enc, q, k, q_positions, k_positions, **around))
        for layer in (0, 3):
            found.append(subject.attend(enc, q, k, v, q_positions, k_positions, **around | {"layer": layer}))
        whole = in_dtype(subject.around(enc, len(k_positions)), dtype)
        ctx = Context(k_positions, k_positions, **whole)
        found.append(enc.embed(subject.tokens(len(k_positions)).to(dtype), k_positions, ctx))
        full = subject.heads_of(len(k_positions), key_heads=subject.heads)[1].to(dtype)
        found += [enc.features(full, k_positions, role, ctx) for role in ("query", "key")]
    return found


def _encoded(value: Any) -> bytes:
    return value.detach().cpu().contiguous().view(torch.uint8).numpy().tobytes() if value.numel() else b""


def fingerprint(cls: type[PositionEncoding]) -> str:
    """Digest over all standard builds, float64 and bfloat16, in and out of training; what is raised counts too."""
    digest = hashlib.sha256()
    for options in STANDARD_BUILDS[cls.method]:
        subject = Subject(cls.method, options, lambda method, **chosen: cls(**chosen))
        for dtype in (torch.float64, torch.bfloat16):
            for training in (False, True):
                try:
                    with torch.no_grad():
                        for out in _outputs(subject, dtype, training):
                            digest.update(_encoded(out))
                except Exception as error:
                    digest.update(f"{type(error).__name__}: {error}".encode())
    return digest.hexdigest()

"""Value vectors carry no position, unless a method says so."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context
from posatlas.reference_impl.laws.law import law
from posatlas.reference_impl.laws.subject import Subject
from posatlas.reference_impl.properties.measuring import largest


@law()
def values_untouched(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc = subject.encoding()
    v = subject.heads_of(5)[2]
    at = subject.positions(enc, 5, 7)
    return largest(enc.features(v, at, "value", Context(at, at, **subject.around(enc, 5))) - v), 0.0

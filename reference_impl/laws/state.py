"""State: nothing is kept between calls, and what is kept survives copying, moving and making without data."""

from __future__ import annotations

import copy
import pickle

import torch

from posatlas.reference_impl.laws.law import law
from posatlas.reference_impl.laws.subject import Subject
from posatlas.reference_impl.properties.measuring import greatest, largest


@law()
def order_of_calls(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    used, x = subject.encoding(), subject.tokens(8)
    at = subject.positions(used, 8)
    for n, label, kind in (
        (12, "law long", torch.float64),
        (5, "law short", torch.bfloat16),
        (1, "law one", torch.float64),
    ):
        places = subject.positions(used, n, 39 if n == 1 else 0)
        subject.layer(used, subject.tokens(n, label).to(kind), places, places)
    return largest(subject.layer(used, x, at, at) - subject.layer(subject.encoding(), x, at, at)), 0.0


@law()
def meta_then_materialised(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    with torch.device("meta"):
        late = subject.builder(subject.method, **subject.options)
    device = torch.get_default_device()
    late = late.to_empty(device=device).eval()
    first = subject.builder(subject.method, **subject.options).eval()
    if hasattr(first, "reset_parameters"):
        for enc in (late, first):
            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(7)
                enc.reset_parameters()
    elif first.state_dict():
        raise ValueError("it keeps numbers but has no reset_parameters() to give them")
    x, at = subject.tokens(8), subject.positions(first, 8)
    return largest(subject.layer(late, x, at, at) - subject.layer(first, x, at, at)), 0.0


@law()
def copies(subject: Subject, dtype: torch.dtype) -> tuple[float, float]:
    enc, x = subject.encoding(), subject.tokens(6)
    at = subject.positions(enc, 6)
    want = subject.layer(enc, x, at, at)
    twins = (copy.deepcopy(enc), pickle.loads(pickle.dumps(enc)))
    worst = greatest(*(largest(subject.layer(twin, x, at, at) - want) for twin in twins))
    again = type(enc)(**enc.options())
    if again.options() != enc.options():
        raise ValueError(f"built again from its options it has others: {again.options()}")
    again = again.double().eval()
    again.load_state_dict(enc.state_dict())
    return greatest(worst, largest(subject.layer(again, x, at, at) - want)), 0.0

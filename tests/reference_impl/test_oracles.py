"""Every method against its second opinion, in every standard build: 1e-10 of the size of the numbers, in float64."""

import pytest
import torch

from posatlas.reference_impl.laws import subjects
from posatlas.reference_impl.properties.oracle import oracle_of, worst_difference
from posatlas.schema.properties import complete_build

SUBJECTS = subjects()
IDS = [f"{s.method}[{s.name}]" for s in SUBJECTS]


@pytest.mark.parametrize("subject", SUBJECTS, ids=IDS)
@pytest.mark.parametrize(
    "context", [{}, {"length": 9}, {"layer": 3}, {"step": 4}], ids=["plain", "length", "layer", "step"]
)
def test_agreement(subject, context):
    enc = subject.encoding()
    if context and not set(context) & set(enc.needs):
        return
    if "length" in context and enc.position_limit is not None:
        return
    options = complete_build(subject.method, subject.options)
    for training in (False, True):
        assert worst_difference(enc, options, context, training) < 1e-10


def test_the_comparison_notices_a_small_error():
    subject = next(s for s in SUBJECTS if s.method == "rope")
    enc = subject.encoding()
    enc.angles = lambda positions: type(enc).angles(enc, positions) * (1 + 1e-8)
    assert worst_difference(enc, complete_build("rope", subject.options), {}) > 1e-10


def test_oracles_are_apart_from_torch():
    oracle = oracle_of("rope")
    assert not any(value is torch for value in vars(oracle).values())

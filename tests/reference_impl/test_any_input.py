"""Any shape, positions and options: numbers of the right shape, or a ValueError that is a sentence."""
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from posatlas.reference_impl import build
from posatlas.reference_impl.laws import subjects
from posatlas.schema.properties import BUILDS, STANDARD_BUILDS

SUBJECTS = subjects()


def sentence(error):
    """What, why and what to do: the method's id, a colon or a verb, and enough words."""
    return len(str(error).split()) >= 5


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SUBJECTS), st.integers(0, 5), st.integers(0, 4),
       st.lists(st.integers(0, 3), max_size=2), st.integers(0, 1_000_000), st.data())
def test_shapes_and_positions(subject, nq, more, batch, first, data):
    enc = subject.encoding()
    nk, batch = nq + more, tuple(batch)
    limit, axes = enc.position_limit, enc.position_axes
    top = 1_000_000 if limit is None else limit - 1
    entry = st.lists(st.integers(0, min(top, 30)), min_size=axes, max_size=axes) if axes else st.integers(0, top)
    k_positions = data.draw(st.lists(entry, min_size=nk, max_size=nk))
    if not axes and hasattr(enc, "drawn"):
        k_positions = list(range(nk))
    positions = torch.tensor(k_positions, dtype=torch.int64).reshape((nk, axes) if axes else (nk,))
    q, k, v = subject.heads_of(nq, nk, batch=batch)
    q_positions = positions[nk - nq:]
    try:
        out = subject.attend(enc, q, k, v, q_positions, positions)
    except ValueError as error:
        assert sentence(error), error
        return
    assert out.shape[:-1] == (*batch, subject.heads, nq)
    assert bool(out.isfinite().all()) or subject.method == "xpos"


def option(argument):
    if argument.type == "choice":
        return st.sampled_from(argument.choices)
    if argument.type == "boolean":
        return st.booleans()
    low, high = argument.minimum or 0, min(argument.maximum or 64, 64)
    if argument.type == "integer":
        return st.integers(int(low), int(max(low, high))).map(lambda n: n + n % 2 if argument.even else n)
    if argument.type == "number":
        return st.floats(low, max(low, high), allow_nan=False)
    if argument.type in ("integers", "numbers"):
        entry = st.integers(1, 8) if argument.type == "integers" else st.floats(1, 8)
        return st.lists(entry, min_size=1, max_size=6)
    raise AssertionError(argument.type)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(BUILDS)), st.data())
def test_options(method, data):
    options = {name: data.draw(option(argument), name) for name, argument in BUILDS[method].items()
               if argument.required or data.draw(st.booleans())}
    try:
        enc = build(method, **options)
    except ValueError as error:
        assert str(error).startswith(method) and sentence(error), error
        return
    assert {name: enc.options()[name] for name in options if not isinstance(options[name], (list, float))} == {
        name: value for name, value in options.items() if not isinstance(value, (list, float))}


BAD = (None, "x", math.nan, math.inf, -1, 0, True, [], 1.5, {})


@pytest.mark.parametrize("method", sorted(BUILDS))
def test_bad_options_are_sentences(method):
    """Every option, given what it cannot be: either it may be that, or a ValueError says what, where and why."""
    refused = 0
    good = dict(STANDARD_BUILDS[method][0])
    for name in BUILDS[method]:
        for bad in BAD:
            try:
                build(method, **good | {name: bad})
            except ValueError as error:
                assert str(error).startswith(method) and name in str(error) and sentence(error), (name, bad, error)
                refused += 1
    assert refused >= 4 * len(BUILDS[method])

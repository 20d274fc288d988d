"""Every law, over every method, in each standard build and dtype; where the atlas says that one fails, it does."""

import functools
import math

import pytest
import torch

from posatlas.reference_impl.laws import LAWS, Outcome, Subject, outcome, subjects
from posatlas.reference_impl.registry import CLASSES
from posatlas.schema.laws import LAWS as DECLARED
from posatlas.schema.properties import BUILDS, STANDARD_BUILDS, build_problems

from .entries import entries

SUBJECTS = subjects()


@functools.cache
def exceptions():
    """(method, law) of every law that the atlas says fails."""
    return frozenset((i, exception.law) for i, method in entries("method").items() for exception in method.exceptions)


def rows():
    for subject in SUBJECTS:
        for law in LAWS.values():
            if law.applies(subject):
                for dtype in law.dtypes:
                    name = f"{subject.method}[{subject.name}]-{law.name}-{str(dtype).removeprefix('torch.')}"
                    yield pytest.param(subject, law, dtype, id=name)


@pytest.mark.parametrize(("subject", "law", "dtype"), list(rows()))
def test_law(subject, law, dtype):
    found = outcome(law, subject, dtype)
    assert found.error is None, found.error
    if (subject.method, law.name) not in exceptions():
        assert found.holds, f"{DECLARED[law.name].en} Violated by {found.violation:.3g}, {found.allowed:.3g} allowed"


@pytest.mark.parametrize(("method", "name"), sorted(exceptions()))
def test_a_declared_exception_is_one(method, name):
    """The law fails in at least one standard build, in float64."""
    law = LAWS[name]
    alike = [s for s in SUBJECTS if s.method == method and law.applies(s)]
    assert any(not outcome(law, s, torch.float64).holds for s in alike)


def test_laws_and_subjects_are_complete():
    assert set(LAWS) == set(DECLARED)
    assert set(STANDARD_BUILDS) == set(BUILDS) == set(CLASSES)
    for method, builds in STANDARD_BUILDS.items():
        assert builds and all(build_problems(method, build) == [] for build in builds)
        for option, argument in BUILDS[method].items():
            if argument.type == "choice":
                used = {build.get(option, argument.default if not argument.required else None) for build in builds}
                assert used >= set(argument.choices), f"no standard build of {method} has every {option}"


class _Remembers(CLASSES["rope"]):
    """Adds what it was last asked."""

    last = 0.0

    def features(self, x, positions, role, ctx=None):
        out = super().features(x, positions, role, ctx) + type(self).last
        type(self).last = float(x.sum()) * 1e-3
        return out


class _MixesHeads(CLASSES["nope"]):
    def bias(self, q, k, ctx):
        return (q @ k.mT).mean(-3, keepdim=True)


class _CountsItsRows(CLASSES["rope"]):
    """Positions 0, 1, 2 … whatever it is given."""

    def features(self, x, positions, role, ctx=None):
        return super().features(x, torch.arange(x.shape[-2]), role, ctx)


class _AnglesInTheDtypeOfX(CLASSES["rope"]):
    def rotate(self, x, positions, role="query"):
        self.kind = x.dtype
        return super().rotate(x, positions, role)

    def angles(self, positions):
        return super().angles(positions).to(self.kind).double()


class _LooksAhead(CLASSES["nope"]):
    def values(self, weights, v, ctx):
        return weights @ v + 1e-3 * v.mean(-2, keepdim=True)


class _PositionsInTheDtypeOfX(CLASSES["sinusoidal"]):
    def embed(self, x, positions, ctx=None):
        return super().embed(x, positions.to(x.dtype).double(), ctx)


class _StretchesWithTheText(CLASSES["sinusoidal"]):
    """What is added to a token depends on how long the text is by now."""

    def embed(self, x, positions, ctx=None):
        return super().embed(x, positions * 8.0 / ctx.length, ctx)


class _Overflows(CLASSES["sinusoidal"]):
    def embed(self, x, positions, ctx=None):
        return super().embed(x, positions, ctx) / (positions < 1_000)[..., None]


class _CountsCells(CLASSES["rope-axial-2d"]):
    """Cells in the order of storage, whatever it is given."""

    def features(self, x, positions, role, ctx=None):
        rows = torch.arange(x.shape[-2])
        return super().features(x, torch.stack((rows, rows), -1), role, ctx)


class _CountsCellsFromTheFirst(CLASSES["sinusoidal-2d"]):
    def embed(self, x, positions, ctx=None):
        rows = torch.arange(x.shape[-2])
        return super().embed(x, torch.stack((rows, rows), -1), ctx)


class _ForgetsPositions(CLASSES["alibi"]):
    def bias(self, q, k, ctx):
        return 0.0 * super().bias(q, k, ctx)


class _MixesTheBatch(CLASSES["sinusoidal"]):
    def embed(self, x, positions, ctx=None):
        return super().embed(x, positions, ctx) + (x.mean(0, keepdim=True) if x.dim() > 2 else 0.0)


class _MovesValues(CLASSES["rope"]):
    def features(self, x, positions, role, ctx=None):
        return super().features(x, positions, "key", ctx)


class _KeepsAngles(CLASSES["rope"]):
    def __init__(self, head_dim, base=10000.0, pairing="interleaved"):
        super().__init__(head_dim, base, pairing)
        self.register_buffer("kept", super().inverse_frequencies())

    def inverse_frequencies(self, device=None):
        return self.kept.double()


@pytest.mark.parametrize(
    ("cls", "broken"),
    [
        (_PositionsInTheDtypeOfX, "exact_far_out"),
        (_Overflows, "finite_to_a_million"),
        (_StretchesWithTheText, "cached_keys"),
        (_StretchesWithTheText, "decode_by_steps"),
        (_StretchesWithTheText, "prefill_in_chunks"),
        (_CountsCells, "storage_order"),
        (_CountsCellsFromTheFirst, "padding"),
        (_ForgetsPositions, "order_noticed"),
        (_MixesTheBatch, "batch_mates"),
        (_MixesTheBatch, "leading_shape"),
        (_MovesValues, "values_untouched"),
        (_KeepsAngles, "angles_survive_bfloat16"),
        (_KeepsAngles, "meta_then_materialised"),
        (_Remembers, "order_of_calls"),
        (_MixesHeads, "heads_apart"),
        (_CountsItsRows, "decode_by_steps"),
        (_CountsItsRows, "storage_order"),
        (_LooksAhead, "causal"),
        (_AnglesInTheDtypeOfX, "exact_far_out"),
    ],
)
def test_laws_notice(cls, broken):
    options = STANDARD_BUILDS[cls.method][0]
    subject = Subject(cls.method, options, lambda method, **chosen: cls(**chosen))
    law = LAWS[broken]
    assert law.applies(subject)
    found = [outcome(law, subject, dtype) for dtype in law.dtypes]
    assert any(not one.holds for one in found)


def test_a_number_that_is_none_is_no_small_violation():
    assert not Outcome("causal", "rope", "", "float64", math.nan, 1.0).holds
    assert not Outcome("causal", "rope", "", "float64", math.inf, math.inf).holds

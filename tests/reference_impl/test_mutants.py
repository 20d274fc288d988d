"""Wrong implementations: the checks of the claims must notice each of them.

A mutant is a small, plausible mistake in one method. It is noticed when at least one claim's check on that
method was measured and no longer comes out as the claim expects. A check that ends in an error notices
nothing.
"""

import functools
import math

import pytest
import torch

from posatlas.reference_impl import build, checks
from posatlas.reference_impl.encodings.absolute.learned_absolute import LearnedAbsolute
from posatlas.reference_impl.encodings.absolute.sinusoidal import Sinusoidal
from posatlas.reference_impl.encodings.bias.alibi import Alibi
from posatlas.reference_impl.encodings.none.nope import Nope
from posatlas.reference_impl.encodings.rotary.rope import Rope

from .entries import entries


def number(positions):
    return torch.as_tensor(positions, dtype=torch.float64)


# -------------------- sinusoidal


class SineAndCosineSwapped(Sinusoidal):
    def table(self, positions):
        table = super().table(positions)
        return torch.stack((table[..., 1::2], table[..., 0::2]), -1).flatten(-2)


class SineNegated(Sinusoidal):
    def table(self, positions):
        return super().table(-number(positions))


class ExponentWithoutTheTwo(Sinusoidal):
    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device).sqrt()


class ExponentOfTheChannel(Sinusoidal):
    """The odd channel of a pair has a frequency of its own."""

    def table(self, positions):
        exponent = torch.arange(self.width, dtype=torch.float64) / self.width
        angles = number(positions)[..., None] * self.base**-exponent
        return torch.where(torch.arange(self.width) % 2 == 0, angles.sin(), angles.cos())


class LayoutSwapped(Sinusoidal):
    def table(self, positions):
        table = super().table(positions)
        if self.layout != "interleaved":
            return table.unflatten(-1, (2, -1)).transpose(-1, -2).flatten(-2)
        return torch.cat((table[..., 0::2], table[..., 1::2]), -1)


class TableOffByOne(Sinusoidal):
    def table(self, positions):
        return super().table(number(positions) + 1)


class AnotherBase(Sinusoidal):
    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device) ** (math.log(1000) / math.log(10000))


class AddedTwice(Sinusoidal):
    def embed(self, x, positions, ctx=None):
        return super().embed(super().embed(x, positions, ctx), positions, ctx)


class PositionsCountedAnew(Sinusoidal):
    """Every call counts from 0, whatever positions it is given."""

    def embed(self, x, positions, ctx=None):
        return super().embed(x, torch.arange(x.shape[-2]), ctx)


class AnglesInFloat32(Sinusoidal):
    def table(self, positions):
        angles = number(positions).float()[..., None] * self.inverse_frequencies().float()
        return torch.stack((angles.sin(), angles.cos()), -1).flatten(-2).double()


# -------------------- learned absolute


class ClampedToTheTable(LearnedAbsolute):
    def table(self, positions):
        return super().table(torch.as_tensor(positions).clamp(max=self.length - 1))


class WrappedAround(LearnedAbsolute):
    def table(self, positions):
        return super().table(torch.as_tensor(positions) % self.length)


class TwoMoreRows(LearnedAbsolute):
    """The table of BART: positions start at row 2."""

    def __init__(self, width, length):
        super().__init__(width, length)
        self.weight = torch.nn.Parameter(torch.randn(length + 2, width) / 100)

    def table(self, positions):
        return self.weight[torch.as_tensor(positions) + 2]


class LastPositionRefused(LearnedAbsolute):
    def table(self, positions):
        return super().table(torch.as_tensor(positions) + 1)


class FrozenTable(LearnedAbsolute):
    def __init__(self, width, length):
        super().__init__(width, length)
        weight = self.weight.detach()
        del self.weight
        self.register_buffer("weight", weight)


class IndexErrorPastTheTable(LearnedAbsolute):
    def table(self, positions):
        return self.weight[torch.as_tensor(positions)]


class OneRowForAll(LearnedAbsolute):
    def table(self, positions):
        return super().table(torch.as_tensor(positions) * 0)


class Transposed(LearnedAbsolute):
    def __init__(self, width, length):
        super().__init__(width, length)
        self.weight = torch.nn.Parameter(self.weight.detach().T.clone())

    def table(self, positions):
        if int(torch.as_tensor(positions).max()) >= self.length:
            raise ValueError("outside the table")
        return self.weight.T[torch.as_tensor(positions)]


# -------------------- rope


class WrongSense(Rope):
    def rotate(self, x, positions, role="query"):
        return super().rotate(x, -number(positions), role)


class KeysTurnTheOtherWay(Rope):
    def rotate(self, x, positions, role="query"):
        return super().rotate(x, -number(positions) if role == "key" else positions, role)


class KeysNotRotated(Rope):
    def rotate(self, x, positions, role="query"):
        return x if role == "key" else super().rotate(x, positions, role)


class ValuesRotated(Rope):
    def features(self, x, positions, role, ctx=None):
        return self.rotate(x, positions, "key" if role == "value" else role)


class FirstPairAtExponentOne(Rope):
    """i counted from 1."""

    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device) * self.base ** (-2 / self.head_dim)


class RopeExponentWithoutTheTwo(Rope):
    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device).sqrt()


class PairingSwapped(Rope):
    def __init__(self, head_dim, base=10000.0, pairing="interleaved"):
        super().__init__(head_dim, base, "half" if pairing == "interleaved" else "interleaved")


class SineWithoutMinus(Rope):
    def rotate(self, x, positions, role="query"):
        turned = super().rotate(x, positions, role)
        if self.pairing != "interleaved":
            return turned
        angles = number(positions)[..., None, :, None] * self.inverse_frequencies()
        a, b = x[..., 0::2], x[..., 1::2]
        return torch.stack(
            (a * angles.cos() + b * angles.sin(), a * angles.sin() + b * angles.cos()), -1
        ).flatten(-2)


class HalfOfTheChannels(Rope):
    def rotate(self, x, positions, role="query"):
        keep = self.head_dim // 2
        return torch.cat((super().rotate(x, positions, role)[..., :keep], x[..., keep:]), -1)


class MissingScale(Rope):
    def scale(self, q, ctx):
        return 1.0


class RopeAnglesInFloat32(Rope):
    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device).float().double()


class QueriesCountedAnew(Rope):
    """The first token of every call is at 0: decoding with a cache goes wrong."""

    def features(self, x, positions, role, ctx=None):
        return x if role == "value" else self.rotate(x, number(positions) - number(positions)[..., :1], role)


class BaseOfALongerContext(Rope):
    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device) ** (math.log(1e6) / math.log(1e4))


# -------------------- alibi


class SlopesStartAtOne(Alibi):
    """h counted from 0: the first slope is 1."""

    def slopes(self, device=None):
        return super().slopes(device) * 2 ** (8 / self.heads)


class SlopesOfEightHeads(Alibi):
    def slopes(self, device=None):
        return 2.0 ** -torch.arange(1, self.heads + 1, dtype=torch.float64)


class SlopesReversed(Alibi):
    def slopes(self, device=None):
        return super().slopes(device).flip(0)


class OneRuleForAllHeads(Alibi):
    """The paper's sentence where the code has another rule."""

    def __init__(self, heads, symmetric=False, slope_rule="code"):
        super().__init__(heads, symmetric, "paper")


class OneSlope(Alibi):
    def slopes(self, device=None):
        return super().slopes(device).mean().expand(self.heads)


class DistanceRewarded(Alibi):
    def bias(self, q, k, ctx):
        return -super().bias(q, k, ctx)


class KeyPositionAlone(Alibi):
    """m j instead of -m (i - j): the same weights, other logits."""

    def bias(self, q, k, ctx):
        return (self.slopes()[:, None, None] * number(ctx.k_positions)[..., None, None, :]).expand(
            *q.shape[:-1], k.shape[-2]
        )


class DistanceOffByOne(Alibi):
    def bias(self, q, k, ctx):
        return super().bias(q, k, ctx) - self.slopes()[:, None, None]


class DistanceSquared(Alibi):
    def bias(self, q, k, ctx):
        found = super().bias(q, k, ctx)
        return -found.abs() * found.abs() / self.slopes()[:, None, None]


class DistanceClipped(Alibi):
    def bias(self, q, k, ctx):
        return super().bias(q, k, ctx).clamp(min=-4)


class BiasScaledToo(Alibi):
    """Added before the division by the square root of d."""

    def bias(self, q, k, ctx):
        return super().bias(q, k, ctx) * self.scale(q, ctx)


class BiasFollowsContent(Alibi):
    def bias(self, q, k, ctx):
        return super().bias(q, k, ctx) * (1 + q.mean(-1, keepdim=True).abs())


class LearnedSlopes(Alibi):
    def __init__(self, heads, symmetric=False, slope_rule="code"):
        super().__init__(heads, symmetric, slope_rule)
        self.learned = torch.nn.Parameter(super().slopes())

    def slopes(self, device=None):
        return self.learned


# -------------------- nope


class SecretlyOrdered(Nope):
    def bias(self, q, k, ctx):
        return 0.1 * ctx.offsets()[..., None, :, :].to(q.dtype)


RIGHT = (Sinusoidal, LearnedAbsolute, Rope, Alibi, Nope)
MUTANTS = [cls for cls in list(globals().values()) if isinstance(cls, type) and cls.__base__ in RIGHT]


@functools.cache
def check_rows():
    """(claim id, check) of every check that can be read."""
    return tuple((claim.id, check) for claim in entries("claim").values() for check in claim.checks)


@functools.cache
def right_outcome(index):
    return checks.run_check(*check_rows()[index]).agrees


def noticing(cls, first_only=True):
    """Claims with a check that agrees with the right implementation of this method and not with `cls`."""

    def builder(method, **options):
        return cls(**options) if method == cls.method else build(method, **options)

    found = []
    for index, (claim, check) in enumerate(check_rows()):
        if check.method != cls.method or not right_outcome(index):
            continue
        row = checks.run_check(claim, check, builder)
        if not row.agrees and row.error is None:
            found.append(claim)
            if first_only:
                break
    return found


@pytest.mark.parametrize("cls", MUTANTS, ids=[f"{cls.method}-{cls.__name__}" for cls in MUTANTS])
def test_some_claim_notices(cls):
    assert noticing(cls), (
        f"no check of a claim about {cls.method} notices {cls.__name__}: {cls.__doc__ or ''}"
    )


def test_the_right_implementations_are_not_noticed():
    for cls in RIGHT:
        same = type(cls.__name__, (cls,), {})
        assert noticing(same) == []


def test_each_method_has_mutants():
    for method in ("sinusoidal", "learned-absolute", "rope", "alibi"):
        assert sum(cls.method == method for cls in MUTANTS) >= 8

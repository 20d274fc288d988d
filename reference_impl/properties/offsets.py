"""Biases that follow the offset between query and key: at chosen offsets, with chosen learned numbers."""

from __future__ import annotations

import copy
import math
from typing import Any

import torch
from torch import Tensor

from posatlas.reference_impl import attend, logits
from posatlas.reference_impl import build as built
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import normal, shaken
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    NotMeasurable,
    Values,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)


def _with(encoding: PositionEncoding, given: Values) -> PositionEncoding:
    """A float64 copy with the learned numbers set; away from their start where none are given."""
    if given["parameters"] is None:
        return shaken(encoding)
    encoding = copy.deepcopy(encoding).double()
    learned = dict(encoding.named_parameters())
    for name, value in given["parameters"].items():
        with torch.no_grad():
            learned[name].copy_(torch.tensor(value, dtype=torch.float64).expand_as(learned[name]))
    return encoding


def _offsets(encoding: PositionEncoding, numbers: Any) -> Tensor:
    """[n], or [n, axes] where a position has axes."""
    axes = encoding.position_axes
    if axes and len(numbers) % axes:
        raise NotMeasurable(f"an offset has {axes} numbers here, and {len(numbers)} are given")
    found = _exact(numbers)
    return found.reshape(-1, axes) if axes else found


def _exact(numbers: Any) -> Tensor:
    """Whole numbers as int64, others as float64."""
    whole = all(isinstance(number, int) for number in numbers)
    return torch.tensor(numbers, dtype=torch.int64 if whole else torch.float64)


def _compared(found: Tensor, build: Values, given: Values) -> Measurement:
    """Against the numbers listed, or the formula in i; of one number, that number."""
    found = found.detach().double().flatten().cpu()
    if given["numbers"] is not None:
        if len(given["numbers"]) != len(found):
            return Measurement(f"{len(found)} numbers", given["within"], False)
        want = [float(number) for number in given["numbers"]]
    else:
        names = symbols(build, given)
        want = [given["equals"].evaluate(names | {"i": i}) for i in range(len(found))]
    worst = largest(found - torch.tensor(want, dtype=torch.float64, device="cpu")) if want else math.inf
    result = within(worst, given["within"])
    return Measurement(float(found[0]), result.tolerance, result.holds) if len(found) == 1 else result


@measures("at_offsets")
def at_offsets(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of the quantity at the offsets."""
    encoding = _with(encoding, given)
    return _compared(getattr(encoding, given["quantity"])(_offsets(encoding, given["offsets"])), build, given)


@measures("distance_of_pairs")
def distance_of_pairs(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of the normalised distances."""
    places = (_exact(given[name]) for name in ("queries", "keys"))
    return _compared(_with(encoding, given).normalised_distance(*places), build, given)


def _pair(encoding: PositionEncoding, offset: Any, first: int) -> tuple[Tensor, Tensor]:
    """Positions of one query and one key, [1] or [1, axes], the earlier along each axis at `first`."""
    apart = _offsets(encoding, offset)
    if len(apart) != 1:
        raise NotMeasurable(f"give one offset, not {len(apart)}")
    return first + apart.clamp(min=0), first + (-apart).clamp(min=0)


@measures("accepts_offset")
def accepts_offset(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Logit and output are finite; else what was raised."""
    q, k, v = (normal(f"offset {name}", build["heads"], 1, 10) for name in "qkv")
    moved, pair = shaken(encoding), _pair(encoding, given["offset"], 0)
    try:
        out = attend(moved, q, k, v, *pair, causal=False)
    except Exception as error:  # what an encoding raises is the finding
        return Measurement(type(error).__name__, None, False)
    finite = bool(out.isfinite().all() and logits(moved, q, k, *pair).isfinite().all())
    return Measurement("finite" if finite else "not finite", None, finite)


@measures("logit_at")
def logit_at(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a head's logit from the formula."""
    encoding = _with(encoding, given)
    direction = normal("direction of query and key", given["head_dim"])
    one = (direction / direction.norm()).expand(build["heads"], 1, -1)
    at, to = _pair(encoding, given["offset"], given["first"])
    found = logits(encoding, given["query"] * one, given["key"] * one, at, to)[:, 0, 0]
    names = symbols(build, given) | {"d": float(given["head_dim"])}
    want = [given["equals"].evaluate(names | {"i": i}) for i in range(build["heads"])]
    return within(largest(found - torch.tensor(want, dtype=torch.float64)), given["within"])


def _both_ways(encoding: PositionEncoding, build: Values, length: int) -> Tensor:
    """Offsets up to the length, both ways; with two axes those of a square, within the table where there is one."""
    axes = encoding.position_axes
    if not axes:
        return torch.arange(-length, length + 1)
    side = min(length, build["window"] - 1) if encoding.position_limit else length
    line = torch.arange(-side, side + 1)
    return torch.cartesian_prod(*[line] * axes)


@measures("bias_even")
def bias_even(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of the bias between an offset and its opposite."""
    encoding = _with(encoding, given)
    offsets = _both_ways(encoding, build, given["length"])
    found = encoding.bias_at(offsets)
    return within(largest(found - encoding.bias_at(-offsets)), tolerance(size=max(1.0, largest(found))))


@measures("bias_falls_with_distance")
def bias_falls_with_distance(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Smallest fall from one distance to the next."""
    found = _with(encoding, given).bias_at(torch.arange(given["length"] + 1))
    smallest = float((found[..., :-1] - found[..., 1:]).min())
    return Measurement(smallest, 0.0, smallest > 0)


@measures("bias_between")
def bias_between(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The bias that is farthest beyond the bounds, or nearest to them."""
    encoding = _with(encoding, given)
    found = encoding.bias_at(_both_ways(encoding, build, given["length"])).flatten()
    names = symbols(build, given)
    low, high = (given[bound].evaluate(names) for bound in ("least", "most"))
    slack = torch.minimum(found - low, high - found)
    worst = int(slack.argmin())
    return Measurement(float(found[worst]), 0.0, bool(slack[worst] >= 0))


@measures("conditionally_positive_definite")
def conditionally_positive_definite(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Smallest eigenvalue on vectors that add up to 0, over the largest of all in size, of all heads the least."""
    at = torch.arange(given["length"])
    found = _with(encoding, given).bias_at(at[:, None] - at)
    symmetric = (found + found.mT) / 2
    centred = torch.eye(len(at), dtype=torch.float64) - 1 / len(at)
    basis = torch.linalg.qr(centred[:, 1:]).Q  # of the vectors that add up to 0
    values = torch.linalg.eigvalsh(basis.mT @ symmetric @ basis)[:, 0]
    size = torch.linalg.eigvalsh(symmetric).abs().amax(-1).clamp(min=1e-300)
    smallest = float((values / size).min())
    return Measurement(smallest, 1e-10, smallest >= -1e-10)


@measures("same_as_table")
def same_as_table(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a logit inside the window from swin-bias with the biases as its table."""
    encoding, side = _with(encoding, given), given["side"]
    with torch.random.fork_rng(devices=[]):
        table = built("swin-bias", heads=build["heads"], window=side).double()
    line = torch.arange(1 - side, side)
    offsets = torch.cartesian_prod(line, line)
    with torch.no_grad():
        table.weight[table.index(offsets)] = encoding.bias_at(offsets).T
    cells = torch.cartesian_prod(torch.arange(side), torch.arange(side))
    q, k = (normal(f"window {name}", build["heads"], side * side, 10) for name in ("q", "k"))
    first, second = (logits(e, q, k, cells, cells) for e in (encoding, table))
    return within(largest(first - second), tolerance(size=max(1.0, largest(second))))

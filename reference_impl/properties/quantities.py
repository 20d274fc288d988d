"""Named quantities that an encoding offers: slopes, frequencies, buckets, factors, compared with a formula or with
numbers."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    NotMeasurable,
    Values,
    greatest,
    measures,
    symbols,
    within,
)


def _quantity(encoding: PositionEncoding, given: Values) -> Tensor:
    """The quantity as a flat float64 tensor on the CPU: an attribute, or a method called with the arguments given."""
    value: Any = getattr(encoding, given["quantity"])
    if callable(value) and not isinstance(value, Tensor):
        value = value(*(torch.tensor(a) if isinstance(a, list) else a for a in given["arguments"] or []))
    if isinstance(value, Tensor):
        return value.detach().double().flatten().cpu()
    numbers = value if isinstance(value, (list, tuple)) else [value]
    return torch.tensor([float(v) for v in numbers], dtype=torch.float64, device="cpu")


def _chosen(encoding: PositionEncoding, given: Values) -> Tensor:
    found = _quantity(encoding, given)
    if given["index"] is None:
        return found
    if not -len(found) <= given["index"] < len(found):
        raise NotMeasurable(f"{given['quantity']} has {len(found)} numbers, none with index {given['index']}")
    return found[given["index"]][None]


@measures("quantity_equals")
def quantity_equals(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the formula, i being the index from 0; of one number, that number."""
    found = _chosen(encoding, given)
    first = 0 if given["index"] is None else given["index"]
    names = symbols(build, given) | {"count": len(found)}
    apart = [abs(float(value) - given["equals"].evaluate(names | {"i": i})) for i, value in enumerate(found, first)]
    result = within(greatest(*apart) if apart else math.inf, given["within"])
    return Measurement(float(found[0]), result.tolerance, result.holds) if len(found) == 1 else result


@measures("quantity_is")
def quantity_is(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the numbers listed; infinite where there are more or fewer of them."""
    found = _chosen(encoding, given)
    want = torch.tensor([float(v) for v in given["numbers"]], dtype=torch.float64, device="cpu")
    if found.shape != want.shape:
        return Measurement(f"{len(found)} numbers", given["within"], False)
    result = within(float((found - want).abs().max()), given["within"])
    return Measurement(float(found[0]), result.tolerance, result.holds) if len(found) == 1 else result


@measures("quantity_between")
def quantity_between(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The number of the quantity that is farthest beyond the bounds, or nearest to them."""
    found = _chosen(encoding, given)
    names = symbols(build, given)
    low, high = (given[bound].evaluate(names) if given[bound] is not None else None for bound in ("least", "most"))
    slack = torch.full_like(found, math.inf)
    if low is not None:
        slack = torch.minimum(slack, found - low)
    if high is not None:
        slack = torch.minimum(slack, high - found)
    worst = int(slack.argmin())
    return Measurement(float(found[worst]), 0.0, bool(slack[worst] >= 0))


@measures("quantity_rises")
def quantity_rises(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The smallest step from one number of the quantity to the next."""
    steps = _quantity(encoding, given).diff()
    if given["direction"] == "down":
        steps = -steps
    smallest = float(steps.min()) if steps.numel() else math.nan
    return Measurement(smallest, 0.0, smallest > 0 if given["strictly"] else smallest >= 0)


@measures("has_quantity")
def has_quantity(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Whether the encoding has the quantity."""
    found = hasattr(encoding, given["quantity"])
    return Measurement("present" if found else "absent", None, found)

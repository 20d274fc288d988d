"""What a measuring function is: a name of the declared vocabulary, and a Measurement of one built encoding.

A measuring function never repeats an implementation: it calls the hooks and the public quantities of the
encoding it is given, and takes what to expect from the claim. Inputs are drawn from fixed seeds; arithmetic
is float64.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import torch

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.schema.formulas import Formula
from posatlas.schema.properties import PROPERTIES, build_symbols, complete_build

__all__ = [
    "EPSILON",
    "MEASURES",
    "Measurement",
    "NotMeasurable",
    "Values",
    "greatest",
    "measure",
    "measures",
    "symbols",
    "tolerance",
]

EPSILON: Final = 2.0**-52

Values = Mapping[str, Any]


class NotMeasurable(ValueError):
    """The question has no answer for this encoding: the check is at fault, whatever it expects."""


@dataclass(frozen=True)
class Measurement:
    """What was found. `tolerance` is the largest difference that rounding may explain; None where nothing is
    rounded."""

    measured: str | float | int | bool
    tolerance: float | None
    holds: bool


MeasuringFunction = Callable[[PositionEncoding, Values, Values], Measurement]
MEASURES: Final[dict[str, MeasuringFunction]] = {}


def measures(name: str) -> Callable[[MeasuringFunction], MeasuringFunction]:
    """Register the measuring function of a declared property. Raises ValueError for another name, module or a
    second one."""

    def register(function: MeasuringFunction) -> MeasuringFunction:
        if name not in PROPERTIES:
            raise ValueError(f"{name!r} is not declared in schema/properties")
        family = function.__module__.rpartition(".")[2]
        if PROPERTIES[name].family != family:
            raise ValueError(
                f"{name!r} is declared in family {PROPERTIES[name].family!r}, but measured in {family!r}"
            )
        if name in MEASURES:
            raise ValueError(f"{name!r} is measured twice")
        MEASURES[name] = function
        return function

    return register


def measure(name: str, encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Measure property `name` of an encoding that was built with the options `build`.

    Raises ValueError with the declaration's sentences when the question is malformed, NotMeasurable when it
    has no answer for this encoding, and whatever an encoding itself raises.
    """
    declaration = PROPERTIES.get(name)
    if declaration is None:
        raise ValueError(f"{name!r} is not a declared property")
    method = encoding.method
    problems = declaration.problems(method, build, given)
    if problems:
        raise ValueError("; ".join(problems))
    with torch.no_grad():
        return MEASURES[name](encoding, complete_build(method, build), declaration.values(given))


def tolerance(position: float = 0.0, size: float = 1.0) -> float:
    """Largest rounding difference between two float64 ways to a number of this size, at this position.

    An angle is position times frequency, so its rounding error grows with the position: 1e-12 at 0, 4e-9 at
    1e6.
    """
    return size * (1e-12 + 16 * EPSILON * abs(position))


def symbols(build: Values, given: Values) -> dict[str, float]:
    """What formulas may name: plain numbers given to the property, and above them the symbols of the
    build."""
    numbers = {
        k: float(v) for k, v in given.items() if isinstance(v, (int, float)) and not isinstance(v, bool)
    }
    return numbers | build_symbols(build)


def largest(values: Any) -> float:
    """Largest absolute entry of a tensor, nan if any entry is nan, 0.0 if it is empty."""
    return float(values.detach().abs().max()) if values.numel() else 0.0


def greatest(*values: float) -> float:
    """The largest number, nan if any is nan: `max` would lose it. 0.0 of nothing."""
    return math.nan if any(map(math.isnan, values)) else max(values, default=0.0)


def within(difference: float, allowed: float) -> Measurement:
    """A largest difference that holds within the tolerance; what is not finite never holds."""
    if not math.isfinite(difference):
        return Measurement("not finite", allowed, False)
    return Measurement(difference, allowed, difference <= allowed)


def count(number: int, formula: Formula, names: Mapping[str, float]) -> Measurement:
    """A count that holds when it equals the formula exactly."""
    return Measurement(number, 0.0, number == formula.evaluate(names))

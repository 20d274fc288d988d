"""Frequencies and wavelengths of the pairs: as the encoding states them, and as it moves vectors."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.angles import directions, pair_angles
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)
from posatlas.schema.formulas import Formula

RELATIVE = 1e-9


def _expected(formula: Formula, build: Values, given: Values, pairs: int) -> Tensor:
    names = symbols(build, given)
    return torch.tensor([formula.evaluate(names | {"i": i}) for i in range(pairs)], dtype=torch.float64)


def _worst(found: tuple[Tensor, ...], expected: Tensor) -> Measurement:
    """Largest relative difference of any of the tensors from the expected one, zero expected never met."""
    if any(f.shape != expected.shape for f in found):
        return Measurement("another number of pairs", None, False)
    return within(max(largest(f / expected - 1) for f in found), RELATIVE)


def _wavelengths(encoding: PositionEncoding, build: Values) -> Tensor:
    return 2 * math.pi / pair_angles(encoding, build)


@measures("inverse_frequencies_equal")
def inverse_frequencies_equal(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative difference, of the stated frequencies and of those that vectors show."""
    shown = pair_angles(encoding, build)
    return _worst(
        (encoding.inverse_frequencies(), shown), _expected(given["formula"], build, given, len(shown))
    )


@measures("wavelengths_equal")
def wavelengths_equal(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative difference, of the stated wavelengths and of those that vectors show."""
    shown = _wavelengths(encoding, build)
    return _worst((encoding.wavelengths(), shown), _expected(given["formula"], build, given, len(shown)))


@measures("wavelengths_geometric")
def wavelengths_geometric(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative difference of a ratio from the first one."""
    waves = _wavelengths(encoding, build)
    ratios = waves[1:] / waves[:-1]
    result = within(largest(ratios / ratios[0] - 1), RELATIVE)
    return result if abs(float(ratios[0]) - 1) > RELATIVE else Measurement("ratio 1", None, False)


@measures("wavelength_range")
def wavelength_range(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Larger of the relative differences at the two ends."""
    waves, names = _wavelengths(encoding, build), symbols(build, given)
    found = max(
        abs(float(waves[end]) / given[side].evaluate(names) - 1)
        for end, side in ((0, "shortest"), (-1, "longest"))
    )
    return within(found, given["relative_tolerance"])


@measures("shortest_wavelength_below")
def shortest_wavelength_below(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Shortest wavelength, in positions."""
    shortest = float(_wavelengths(encoding, build).min())
    return Measurement(shortest, None, shortest < given["below"])


@measures("angle_geometric_in_pair")
def angle_geometric_in_pair(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative difference of a ratio of neighbouring pairs' angles from the first one."""
    angles = pair_angles(encoding, build)
    ratios = angles[1:] / angles[:-1]
    result = within(largest(ratios / ratios[0] - 1), RELATIVE)
    return result if 0 < float(ratios[0]) < 1 else Measurement(f"ratio {float(ratios[0]):.6g}", None, False)


@measures("frequency_changes_with_position")
def frequency_changes_with_position(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest distance, on the unit circle, between a pair's turn after the one position and after the
    other."""
    first, second = given["positions"]
    at = directions(encoding, build, torch.tensor([first, first + 1, second, second + 1]))
    found = largest(at[1] / at[0] - at[3] / at[2])
    allowed = tolerance(max(first, second))
    return Measurement(found, allowed, found > allowed)


@measures("frequencies_evenly_spaced")
def frequencies_evenly_spaced(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative difference of a step between neighbouring frequencies from the first step."""
    angles = pair_angles(encoding, build)
    steps = angles[1:] - angles[:-1]
    return within(largest(steps / steps[0] - 1), RELATIVE)

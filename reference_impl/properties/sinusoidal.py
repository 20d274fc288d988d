"""The vector added to the embedding: its entries, its products, and what moving the position does to it."""

from __future__ import annotations

import copy

import torch
from torch import Tensor

from posatlas.reference_impl import build as built
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.angles import added, pair_angles, wave_channels
from posatlas.reference_impl.properties.draws import normal
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    greatest,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)

ENTRIES = 40_000
LINEAR = 1e-6


@measures("table_equals")
def table_equals(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the formulas, at all positions or at evenly spread ones, the last included.

    Also compared: what is added to a random vector and what is added to zero.
    """
    names, width, length = symbols(build, given), build["width"], given["length"]
    kept = max(2, min(length, ENTRIES // width))
    positions = torch.linspace(0, length - 1, kept).round().long().unique()
    found = added(encoding, build, positions)
    x = normal("embeddings", len(positions), width)
    worst = largest(encoding.embed(x, positions) - x - found)
    for row, position in zip(found.tolist(), positions.tolist(), strict=True):
        for channel, entry in enumerate(row):
            formula = given["odd"] if channel % 2 else given["even"]
            expected = formula.evaluate(names | {"pos": position, "i": channel // 2})
            worst = greatest(worst, abs(entry - expected))
    return within(worst, tolerance(length))


@measures("shift_is_linear")
def shift_is_linear(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest error, relative to the vectors' mean size, of the best matrix on positions that it was not
    fitted to.

    Fitted by least squares to two positions in three, at least twice as many as the matrix has rows.
    """
    at = torch.arange(given["length"])
    before, after = added(encoding, build, at), added(encoding, build, at + given["shift"])
    held_out = at % 3 == 1
    matrix = torch.linalg.lstsq(before[~held_out].cpu(), after[~held_out].cpu(), driver="gelsd").solution.to(
        before.device
    )
    found = largest(before[held_out] @ matrix - after[held_out]) / float(after.square().mean().sqrt())
    return within(found, LINEAR)


def _products(encoding: PositionEncoding, build: Values, given: Values) -> Tensor:
    table = added(encoding, build, torch.arange(given["length"]))
    return table @ table.T


def _spread(encoding: PositionEncoding, build: Values, given: Values) -> tuple[float, float]:
    """Largest spread of the products of positions at one distance, and what rounding explains."""
    products = _products(encoding, build, given)
    diagonals = [products.diagonal(distance) for distance in range(given["length"])]
    spread = max(float(d.max() - d.min()) for d in diagonals)
    return spread, tolerance(given["length"], largest(products))


@measures("table_product_offset_only")
def table_product_offset_only(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest spread of the products of positions at one distance."""
    return within(*_spread(encoding, build, given))


@measures("table_product_depends_on_absolute_position")
def table_product_depends_on_absolute_position(
    encoding: PositionEncoding, build: Values, given: Values
) -> Measurement:
    """Largest spread of the products of positions at one distance."""
    if given["rows"] == "sinusoidal" and "length" in build:
        encoding = copy.deepcopy(encoding).double()
        (table,) = encoding.parameters()
        table.copy_(added(built("sinusoidal", width=build["width"]), build, torch.arange(build["length"])))
    found, allowed = _spread(encoding, build, given)
    return Measurement(found, allowed, found > allowed)


@measures("table_product_symmetric")
def table_product_symmetric(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the products with k positions on and with k positions back."""
    products = _products(encoding, build, given)
    found = 0.0
    for middle in range(1, given["length"] - 1):
        reach = min(middle, given["length"] - 1 - middle)
        ahead = products[middle, middle + 1 : middle + reach + 1]
        back = products[middle, middle - reach : middle].flip(0)
        found = greatest(found, largest(ahead - back))
    return within(found, tolerance(given["length"], largest(products)))


@measures("pair_amplitude_below")
def pair_amplitude_below(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest sine squared plus cosine squared of a pair at the position."""
    sine, cosine = wave_channels(build)
    row = added(encoding, build, torch.tensor([given["position"]]))[0]
    amplitude = float((row[sine].square() + row[cosine].square()).max())
    return Measurement(amplitude, None, amplitude < given["below"])


@measures("fastest_pair_changes_less_than")
def fastest_pair_changes_less_than(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Euclidean change of the pair whose measured angle grows fastest."""
    channels = torch.stack(wave_channels(build), -1)[pair_angles(encoding, build).argmax()]
    rows = added(encoding, build, torch.tensor([given["position"], given["position"] + given["step"]]))
    change = float((rows[1] - rows[0])[channels].norm())
    return Measurement(change, None, change < given["below"])


@measures("pair_phases_seen_by")
def pair_phases_seen_by(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest, over pairs, of the smallest distance to the same pair at a position below the length."""
    channels = torch.stack(wave_channels(build), -1)
    table = added(encoding, build, torch.arange(given["length"]))[:, channels]
    row = added(encoding, build, torch.tensor([given["position"]]))[:, channels]
    found = float((table - row).norm(dim=-1).min(0).values.max())
    return Measurement(found, given["tolerance"], found <= given["tolerance"])

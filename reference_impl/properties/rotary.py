"""Rotations of queries and keys: planes, angles, and products of rotated vectors."""

from __future__ import annotations

import torch
from torch import Tensor

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.angles import (
    components,
    directions,
    pair_angles,
    pairs,
    rotated,
    rotation,
)
from posatlas.reference_impl.properties.draws import normal
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    count,
    greatest,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)

DRAWS = 24


@measures("angle_linear_in_position")
def angle_linear_in_position(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest distance, on the unit circle, between a pair's direction at m and m times its angle at 1."""
    positions = torch.arange(given["length"])
    angles = positions[:, None] * pair_angles(encoding, build)
    expected = torch.polar(torch.ones_like(angles), angles)
    return within(largest(directions(encoding, build, positions) - expected), tolerance(given["length"]))


@measures("pairs_are")
def pairs_are(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Which channels mix at position 1, for queries and for keys."""
    half = build["head_dim"] // 2
    layouts = {
        "adjacent": [(2 * i, 2 * i + 1) for i in range(half)],
        "half_apart": [(i, i + half) for i in range(half)],
    }
    sets = [components(rotation(encoding, build, 1, role)) for role in ("query", "key")]
    name = next((n for n, layout in layouts.items() if all(found == layout for found in sets)), "neither")
    return Measurement(name, None, name == given["pairs"])


@measures("subspace_count")
def subspace_count(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Number of planes: sets of two channels that mix with each other and with no third."""
    planes = sum(len(channels) == 2 for channels in components(rotation(encoding, build, 1)))
    return count(planes, given["equals"], symbols(build, given))


@measures("is_complex_multiplication")
def is_complex_multiplication(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from (a + ib) e^(i m theta), theta the stated frequency, over random queries and
    keys."""
    first, second = torch.tensor(pairs(encoding, build)).T
    positions = torch.full((DRAWS,), given["position"])
    x = normal("complex", 1, 1, DRAWS, build["head_dim"])
    angles = given["position"] * encoding.inverse_frequencies()
    expected = torch.complex(x[..., first], x[..., second]) * torch.polar(torch.ones_like(angles), angles)
    found = 0.0
    for role in ("query", "key"):
        turned = rotated(encoding, x, positions, role)
        found = greatest(found, largest(torch.complex(turned[..., first], turned[..., second]) - expected))
    return within(found, tolerance(given["position"], largest(x)))


def _products(encoding: PositionEncoding, build: Values, given: Values) -> tuple[Tensor, Tensor, Tensor]:
    """Random q and k [draws, d], and the products [draws] of q rotated at m and k rotated at n."""
    d = build["head_dim"]
    q, k = normal("query", 1, 1, DRAWS, d), normal("key", 1, 1, DRAWS, d)
    at_m, at_n = (torch.full((DRAWS,), given[name]) for name in ("m", "n"))
    product = (rotated(encoding, q, at_m, "query") * rotated(encoding, k, at_n, "key")).sum(-1)[0, 0]
    return q[0, 0], k[0, 0], product


@measures("product_equals_relative_rotation")
def product_equals_relative_rotation(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the product of the rotated vectors and q^T R k, over random q and k."""
    q, k, product = _products(encoding, build, given)
    offset = given["n"] - given["m"] if given["rotation"] == "n-m" else given["m"] - given["n"]
    relative = (q * (k @ rotation(encoding, build, offset).T)).sum(-1)
    return within(largest(product - relative), tolerance(given["m"] + given["n"], build["head_dim"]))


@measures("product_unchanged_by_rotation")
def product_unchanged_by_rotation(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the product of the rotated vectors and q^T k, over random q and k."""
    q, k, product = _products(encoding, build, given)
    return within(largest(product - (q * k).sum(-1)), tolerance(given["m"] + given["n"], build["head_dim"]))


@measures("acts_per_channel")
def acts_per_channel(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest influence of one channel on another, per unit of change."""
    matrix = rotation(encoding, build, given["position"])
    return within(largest(matrix - matrix.diag().diag()), tolerance(given["position"]))


@measures("angle_from_first_axis")
def angle_from_first_axis(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest distance, on the unit circle, between a pair's direction and the angle of the formula."""
    first, second = torch.tensor(pairs(encoding, build)).T
    x = normal("key", 1, 1, 1, build["head_dim"])
    if given["vector"] == "first_axis":
        x = torch.zeros_like(x)
        x[..., first] = 1.0
    at = torch.tensor([given["position"]])
    turned = rotated(encoding, x, at, "key")[0, 0, 0]
    before = torch.atan2(x[0, 0, 0, second], x[0, 0, 0, first]).tolist()
    names = symbols(build, given) | {"n": given["position"]}
    expected = torch.tensor(
        [
            given["formula"].evaluate(names | {"theta": theta, "phi": phi})
            for theta, phi in zip(encoding.inverse_frequencies().tolist(), before, strict=True)
        ],
        dtype=torch.float64,
    )
    shown = torch.atan2(turned[second], turned[first])
    found = largest(
        torch.polar(torch.ones_like(shown), shown) - torch.polar(torch.ones_like(shown), expected)
    )
    return within(found, tolerance(given["position"]))


@measures("similar_key_preferred")
def similar_key_preferred(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Smallest sum, over the distances, of the cosines of all pairs."""
    smallest = float(directions(encoding, build, torch.arange(given["length"])).real.sum(-1).min())
    return Measurement(smallest, tolerance(given["length"], build["head_dim"]), smallest >= 0)

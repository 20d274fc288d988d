"""Relative positions that a method makes of the true ones, and the keys that it leaves to be seen."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    NotMeasurable,
    Values,
    count,
    largest,
    measures,
    symbols,
    within,
)


def _seen(encoding: PositionEncoding, given: Values) -> tuple[Tensor, Tensor]:
    """Relative positions and offsets [length, length]; nan where a key is later or hidden."""
    at = torch.arange(given["length"])
    offsets = (at[:, None] - at).double()
    hidden = offsets < 0
    if hasattr(encoding, "visible"):
        hidden = hidden | ~encoding.visible(at, at)
    return encoding.distances(at, at).masked_fill(hidden, math.nan), offsets.masked_fill(hidden, math.nan)


@measures("distances_are")
def distances_are(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the relative positions listed."""
    found = encoding.distances(torch.tensor([given["query"]]), torch.tensor(given["keys"]))[0]
    return within(largest(found - torch.tensor(given["numbers"], dtype=torch.float64)), given["within"])


@measures("farthest_distance")
def farthest_distance(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative position of a pair that is seen."""
    met, offsets = _seen(encoding, given)
    found = float(met.where(~offsets.isnan(), -math.inf).max())
    expected = given["equals"].evaluate(symbols(build, given))
    return Measurement(found, 1e-9, abs(found - expected) <= 1e-9)


@measures("distances_kept")
def distances_kept(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of a distance that should stay."""
    found, offsets = _seen(encoding, given)
    bound = given["up_to"].evaluate(symbols(build, given))
    if not bool((offsets == math.floor(bound)).any()):
        raise NotMeasurable(f"no query of {given['length']} tokens sees a key at distance {bound:g}")
    kept = offsets <= bound
    return within(largest((found - offsets)[kept]), 1e-12)


@measures("distances_in_order")
def distances_in_order(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Smallest fall of the distance from one seen key to the next, over all queries."""
    rows = zip(*_seen(encoding, given), strict=True)
    seen = (row[~offsets.isnan()] for row, offsets in rows)
    falls = torch.cat([row[:-1] - row[1:] for row in seen])
    if not len(falls):
        raise NotMeasurable(f"no query of {given['length']} tokens sees two keys")
    smallest = float(falls.min())
    return Measurement(smallest, 0.0, smallest > 0 if given["strictly"] else smallest >= 0)


@measures("keys_seen")
def keys_seen(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Positions of the keys that the query sees."""
    keys = torch.tensor(given["keys"])
    seen = keys[encoding.visible(torch.tensor([given["query"]]), keys)[0]].tolist()
    return Measurement(", ".join(map(str, seen)) or "none", None, sorted(seen) == sorted(given["seen"]))


@measures("most_keys_seen")
def most_keys_seen(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest number of keys seen by one query."""
    at = torch.arange(given["length"])
    return count(int(encoding.visible(at, at).sum(-1).max()), given["equals"], symbols(build, given))

"""Slopes and biases: as the encoding states them, and as logits show them."""

from __future__ import annotations

import torch
from torch import Tensor

from posatlas.reference_impl import logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)

RELATIVE = 1e-12
ENTRIES = 40_000


def bias(encoding: PositionEncoding, build: Values, queries: Tensor, keys: Tensor) -> Tensor:
    """Logits [heads, nq, nk] of zero queries and keys: the bias, as it reaches the softmax."""
    q = torch.zeros(build["heads"], len(queries), 2, dtype=torch.float64)
    k = torch.zeros(1, len(keys), 2, dtype=torch.float64)
    return logits(encoding, q, k, queries, keys)


@measures("slopes_equal")
def slopes_equal(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative difference, of the stated slopes and of the fall of the bias over distances 1 and
    5."""
    names = symbols(build, given)
    expected = torch.tensor(
        [given["formula"].evaluate(names | {"i": i}) for i in range(build["heads"])], dtype=torch.float64
    )
    at = bias(encoding, build, torch.tensor([7]), torch.tensor([2, 6, 7]))[:, 0]
    found = (encoding.slopes(), at[:, 2] - at[:, 1], (at[:, 2] - at[:, 0]) / 5)
    return within(max(largest(f / expected - 1) for f in found), RELATIVE)


@measures("slopes_geometric")
def slopes_geometric(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative difference of a ratio of neighbouring heads' slopes from the first one."""
    slopes = encoding.slopes()
    ratios = slopes[1:] / slopes[:-1]
    return within(largest(ratios / ratios[0] - 1), RELATIVE)


@measures("slopes_distinct")
def slopes_distinct(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Smallest relative difference of two slopes."""
    slopes = encoding.slopes().sort().values
    smallest = float((slopes[1:] / slopes[:-1] - 1).min())
    return Measurement(smallest, RELATIVE, smallest > RELATIVE)


@measures("bias_equals")
def bias_equals(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the formula; for many heads and tokens, at evenly spread queries, the last
    included."""
    names, length = symbols(build, given), given["length"]
    kept = max(2, min(length, ENTRIES // (length * build["heads"])))
    queries = torch.linspace(0, length - 1, kept).round().long().unique()
    found = bias(encoding, build, queries, torch.arange(length)).tolist()
    worst = size = 0.0
    for head, slope in enumerate(encoding.slopes().tolist()):
        for row, i in enumerate(queries.tolist()):
            for j in range(length if given["keys"] == "all" else i + 1):
                expected = given["formula"].evaluate(names | {"m": slope, "i": i, "j": j})
                worst, size = max(worst, abs(found[head][row][j] - expected)), max(size, abs(expected))
    return within(worst, tolerance(size=max(1.0, size)))


@measures("bias_nonpositive")
def bias_nonpositive(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest bias of a key up to the query."""
    at = torch.arange(given["length"])
    found = float(bias(encoding, build, at, at).masked_fill(at[:, None] < at, -torch.inf).max())
    return Measurement(found, 0.0, found <= 0)


@measures("bias_step_shrinks")
def bias_step_shrinks(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest ratio, over heads, of the last step of the bias to its first, both away from the query."""
    last = given["length"] - 1
    by_distance = bias(encoding, build, torch.tensor([last]), torch.arange(last + 1))[:, 0].flip(-1)
    steps = (by_distance[:, 1:] - by_distance[:, :-1]).abs()
    ratio = float((steps[:, -1] / steps[:, 0]).max())
    return Measurement(ratio, None, ratio < 0.5)


def _weight_beyond(encoding: PositionEncoding, build: Values, given: Values) -> float:
    """Sum of the softmax weights of keys further back than the distance, for the last of `length` tokens."""
    last = given["length"] - 1
    weights = bias(encoding, build, torch.tensor([last]), torch.arange(last + 1))[:, 0].softmax(-1)
    return float(weights[given["slope_index"], : last - given["distance"]].sum())


@measures("weight_beyond_distance_below")
def weight_beyond_distance_below(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Sum of the softmax weights of keys further back than the distance."""
    beyond = _weight_beyond(encoding, build, given)
    return Measurement(beyond, None, beyond < given["below"])


@measures("weight_beyond_distance_above")
def weight_beyond_distance_above(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Sum of the softmax weights of keys further back than the distance."""
    beyond = _weight_beyond(encoding, build, given)
    return Measurement(beyond, None, beyond > given["above"])


@measures("bias_determined_by")
def bias_determined_by(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest spread of the bias of a head among pairs that agree in the quantity."""
    at = torch.arange(given["length"])
    found = bias(encoding, build, at, at)
    query, key = torch.meshgrid(at, at, indexing="ij")
    quantity = {"head": torch.zeros_like(query), "query": query, "key": key, "offset": query - key}[
        given["by"]
    ]
    seen = key <= query
    spread = 0.0
    for value in quantity[seen].unique():
        group = found[:, seen & (quantity == value)]
        spread = max(spread, float((group.max(-1).values - group.min(-1).values).max()))
    return within(spread, tolerance(size=max(1.0, largest(found))))

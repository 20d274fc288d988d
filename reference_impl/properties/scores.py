"""How the logit of one query changes with the distance of the key."""

from __future__ import annotations

import torch
from torch import Tensor

from posatlas.reference_impl import logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.angles import pair_angles
from posatlas.reference_impl.properties.draws import layer, normal
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    largest,
    measures,
    tolerance,
    within,
)

DRAWS = 8
MANY = 2048


@measures("score_monotone_in_distance")
def score_monotone_in_distance(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest rise of the logit from one distance to the next, over heads and eight draws."""
    one = layer(build)
    length = given["length"]
    q = normal("query", DRAWS, one.heads, 1, one.head_dim)
    if given["vectors"] == "equal":
        k = q.expand(-1, -1, length, -1)
    else:
        k = normal("keys", DRAWS, one.heads, length, one.head_dim)
    by_distance = logits(encoding, q, k, torch.tensor([length - 1]), torch.arange(length))[..., 0, :].flip(-1)
    rise = float((by_distance[..., 1:] - by_distance[..., :-1]).max())
    allowed = tolerance(length, max(1.0, largest(by_distance)))
    return Measurement(rise, allowed, rise <= allowed)


def _at_distance(encoding: PositionEncoding, q: Tensor, k: Tensor, distance: int) -> Tensor:
    """Logits [draws, heads] of queries at `distance` to keys at 0."""
    return logits(encoding, q, k, torch.tensor([distance]), torch.tensor([0]))[..., 0, 0]


def _bound(encoding: PositionEncoding, build: Values, distance: int) -> float:
    """Mean over j of |sum over the first j pairs of e^(i distance theta)|, theta as measured."""
    turned = torch.polar(torch.ones(1, dtype=torch.float64), distance * pair_angles(encoding, build))
    return float(turned.cumsum(0).abs().mean())


@measures("mean_score_decays")
def mean_score_decays(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Change of the measure from the smaller to the larger distance, in the head where it falls least.

    For means over draws the fall must exceed three standard errors of the paired draws, which is the
    tolerance.
    """
    near, far = given["from"], given["to"]
    if given["measure"] == "bound":
        change = _bound(encoding, build, far) - _bound(encoding, build, near)
        return Measurement(
            change, tolerance(far, build["head_dim"]), change < -tolerance(far, build["head_dim"])
        )
    one = layer(build)
    q = normal("queries", MANY, one.heads, 1, one.head_dim)
    k = q if given["measure"] == "mean" else normal("keys", MANY, one.heads, 1, one.head_dim)
    before, after = (_at_distance(encoding, q, k, distance) for distance in (near, far))
    changes = after - before if given["measure"] == "mean" else after.abs() - before.abs()
    error = 3 * changes.std(0) / MANY**0.5 + tolerance(far, max(1.0, largest(before)))
    worst = int((changes.mean(0) + error).argmax())
    change, allowed = float(changes.mean(0)[worst]), float(error[worst])
    return Measurement(change, allowed, change < -allowed)


@measures("score_independent_of_content")
def score_independent_of_content(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of the logit between draws of queries and keys."""
    one = layer(build)
    q, k = (normal(name, DRAWS, one.heads, 1, one.head_dim) for name in ("query", "key"))
    scores = logits(encoding, q, k, torch.tensor([given["m"]]), torch.tensor([given["n"]]))
    return within(
        largest(scores - scores[:1]), tolerance(max(given["m"], given["n"]), max(1.0, largest(scores)))
    )

"""Descent: with one setting a method gives the numbers of another."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context, attend, logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.battery import situations
from posatlas.reference_impl.properties.draws import other_method, shaken
from posatlas.reference_impl.properties.measuring import Measurement, Values, greatest, largest, measures, within

CLOSE = 1e-10


def _apart(encoding: PositionEncoding, build: Values, given: Values) -> float:
    """Largest difference of embeddings, logits and outputs between the two methods, over all situations."""
    other = other_method(given)
    set_to = {name: value for name, value in (given["parameters"] or {}).items()}
    encoding = shaken(encoding).eval()
    for name, value in set_to.items():
        with torch.no_grad():
            dict(encoding.named_parameters())[name].fill_(value)
    shared = encoding.state_dict()
    mine = {name: shared.get(name) for name in other.state_dict()}
    if mine and all(value is not None and value.shape == other.state_dict()[n].shape for n, value in mine.items()):
        other = other.double()
        other.load_state_dict(mine)  # the same table in both
    worst = 0.0
    context = {name: given[name] for name in ("length", "layer") if given[name] is not None}
    for s in situations(encoding, build, context):
        ctx = Context(s.k_positions, s.k_positions, **s.around)
        pairs = [(encoding.embed(s.x, s.k_positions, ctx), other.embed(s.x, s.k_positions, ctx))]
        places = (s.q_positions, s.k_positions)
        first, second = (logits(e, s.q, s.k, *places, **s.around) for e in (encoding, other))
        pairs.append((first.where(s.allowed, 0.0), second.where(s.allowed, 0.0)))
        outputs = (attend(e, s.q, s.k, s.v, *places, False, s.allowed, **s.around) for e in (encoding, other))
        pairs.append(tuple(outputs))  # type: ignore[arg-type]
        for one, two in pairs:
            worst = greatest(
                worst,
                largest((one - two).where(one != two, 0.0)) / max(1.0, largest(two.nan_to_num(posinf=0, neginf=0))),
            )
    return worst


@measures("same_as")
def same_as(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of embeddings, logits and outputs between the two methods."""
    return within(_apart(encoding, build, given), CLOSE)


@measures("same_outputs_as")
def same_outputs_as(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of the outputs of attention alone: logits may differ by a constant along a row."""
    other = other_method(given)
    worst = 0.0
    for s in situations(encoding, build, {}):
        places = (s.q_positions, s.k_positions)
        one, two = (attend(e, s.q, s.k, s.v, *places, False, s.allowed, **s.around) for e in (encoding, other))
        worst = greatest(worst, largest(one - two))
    return within(worst, CLOSE)

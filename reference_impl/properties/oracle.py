"""Agreement with a second opinion: the method's equation in plain NumPy loops, written apart from it."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy
import torch
from torch import Tensor

from posatlas.reference_impl import Context, attend, logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.oracles import plain
from posatlas.reference_impl.properties.battery import Situation, situations
from posatlas.reference_impl.properties.draws import shaken
from posatlas.reference_impl.properties.measuring import Measurement, NotMeasurable, Values, greatest, measures, within

__all__ = ["oracle_of", "worst_difference"]

ALLOWED = 1e-10


def oracle_of(method: str) -> ModuleType:
    """The second opinion on a method. Raises NotMeasurable where there is none."""
    try:
        return importlib.import_module(f"posatlas.reference_impl.oracles.{method.replace('-', '_')}")
    except ModuleNotFoundError:
        raise NotMeasurable(f"{method} has no oracle") from None


def _plain(value: Any) -> Any:
    return value.detach().cpu().numpy() if isinstance(value, Tensor) else value


def _given(encoding: PositionEncoding, s: Situation) -> dict[str, Any]:
    found = {name: _plain(value) for name, value in s.around.items() if name != "generator"}
    parameters = {name: _plain(value.double()) for name, value in encoding.state_dict().items()}
    return found | {"parameters": parameters, "training": encoding.training, "allowed": None}


def _difference(found: Tensor, expected: Any) -> float:
    """Largest difference over the size of the expected numbers (at least 1), where these are defined (not NaN)."""
    want = torch.from_numpy(numpy.array(expected, dtype=numpy.float64))  # on the CPU whatever the default device
    found = found.detach().cpu().double()
    if found.shape != want.shape:
        raise ValueError(f"shape {list(found.shape)} where the oracle has {list(want.shape)}")
    defined = ~want.isnan()
    if want.numel() and not bool(defined.any()):
        raise ValueError("the oracle defines none of these numbers, so nothing is compared")
    same = defined & (found == want)  # infinities of one sign
    apart = torch.where(same | ~defined, 0.0, (found - want).abs())
    size = max(1.0, float(torch.where(defined & want.isfinite(), want, 0.0).abs().max()) if want.numel() else 1.0)
    return float(apart.max()) / size if apart.numel() else 0.0


def _seeded(s: Situation) -> dict[str, Any]:
    return s.around | {"generator": torch.Generator(torch.get_default_device()).manual_seed(5)}


def _compared(encoding: PositionEncoding, options: Values, oracle: ModuleType, s: Situation) -> float:
    given = _given(encoding, s)
    q, k, v = (_plain(t) for t in (s.q, s.k, s.v))
    qp, kp, allowed = _plain(s.q_positions), _plain(s.k_positions), _plain(s.allowed)
    worst, compared = 0.0, False
    if hasattr(oracle, "embed"):
        ctx = Context(s.k_positions, s.k_positions, **_seeded(s))
        if hasattr(encoding, "drawn"):
            drawn = encoding.drawn(s.k_positions, Context(s.k_positions, s.k_positions, **_seeded(s)))
            given["draw"] = {name: _plain(value) for name, value in drawn.items()}
        found = encoding.embed(s.x, s.k_positions, ctx)
        worst, compared = greatest(worst, _difference(found, oracle.embed(_plain(s.x), kp, options, given))), True
    seen = given | {"allowed": allowed}
    if hasattr(oracle, "logits"):
        found = logits(encoding, s.q, s.k, s.q_positions, s.k_positions, **s.around)
        expected = oracle.logits(q, k, qp, kp, options, given)
        worst, compared = greatest(worst, _difference(found, expected)), True
    if hasattr(oracle, "attend") or hasattr(oracle, "logits"):
        found = attend(encoding, s.q, s.k, s.v, s.q_positions, s.k_positions, False, s.allowed, **s.around)
        if hasattr(oracle, "attend"):
            expected = oracle.attend(q, k, v, qp, kp, options, seen)
        else:
            scores = oracle.logits(q, k, qp, kp, options, seen)
            rows = [[plain.softmax(row, allowed[i]) for i, row in enumerate(head)] for head in scores]
            expected = numpy.einsum("hij,hjd->hid", numpy.array(rows), v)
        worst, compared = greatest(worst, _difference(found, expected)), True
    if not compared:
        raise NotMeasurable(f"the oracle of {encoding.method} has neither embed, logits nor attend")
    return worst


def worst_difference(encoding: PositionEncoding, build: Values, context: Values, training: bool = False) -> float:
    """Largest relative difference between the encoding and its oracle over all situations."""
    encoding = shaken(encoding).train(training)
    oracle = oracle_of(encoding.method)
    return greatest(*(_compared(encoding, build, oracle, s) for s in situations(encoding, build, context)))


@measures("agrees_with_oracle")
def agrees_with_oracle(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the second opinion, over the size of the numbers."""
    context = {name: given[name] for name in ("length", "layer", "step") if given[name] is not None}
    return within(worst_difference(encoding, build, context, given["training"]), ALLOWED)

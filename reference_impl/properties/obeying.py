"""Whether a method obeys a law that encodings are held to."""

from __future__ import annotations

import torch

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.measuring import Measurement, NotMeasurable, Values, measures


def _violation(encoding: PositionEncoding, build: Values, given: Values) -> tuple[float, float]:
    """The largest violation of the law by this build, in float64, and what is allowed."""
    from posatlas.reference_impl.laws import LAWS, Subject  # laws are run on subjects that these properties draw

    law, subject = LAWS[given["law"]], Subject.of(encoding, build)
    if not law.applies(subject):
        raise NotMeasurable(f"the law {law.name} has no meaning for {encoding.method}")
    with torch.enable_grad():
        violation, allowed = law.measure(subject, torch.float64)
    return float(violation), allowed


@measures("obeys")
def obeys(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The largest violation of the law."""
    violation, allowed = _violation(encoding, build, given)
    return Measurement(violation, allowed, violation <= allowed)


@measures("breaks")
def breaks(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The largest violation of the law."""
    violation, allowed = _violation(encoding, build, given)
    return Measurement(violation, allowed, not violation <= allowed)  # nan is a violation

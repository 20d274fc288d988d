"""The learned table."""

from __future__ import annotations

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.measuring import Measurement, Values, measures, symbols


@measures("table_shape")
def table_shape(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Rows and columns of the one learned parameter."""
    shapes = [tuple(p.shape) for p in encoding.parameters()]
    names = symbols(build, given)
    expected = (given["rows"].evaluate(names), given["columns"].evaluate(names))
    return Measurement(
        " and ".join(" x ".join(map(str, s)) for s in shapes) or "none", None, shapes == [expected]
    )

"""Measuring functions, one module a declared family; importing this package registers all of them."""

from importlib import import_module

from posatlas.reference_impl.properties.measuring import MEASURES, Measurement, NotMeasurable, measure
from posatlas.schema.properties import PROPERTIES

__all__ = ["MEASURES", "Measurement", "NotMeasurable", "measure"]

for _family in sorted({declaration.family for declaration in PROPERTIES.values()}):
    import_module(f"{__name__}.{_family}")

"""Measuring functions, one module a family; importing this package registers all of them."""

from posatlas.reference_impl.properties import (
    absolute,
    attention,
    axes,
    bias,
    content,
    descent,
    general,
    kernels,
    learned,
    obeying,
    offsets,
    operations,
    oracle,
    quantities,
    remapping,
    retention,
    rotary,
    scores,
    sinusoidal,
    turning,
    waves,
)
from posatlas.reference_impl.properties.measuring import MEASURES, Measurement, NotMeasurable, measure

__all__ = ["MEASURES", "Measurement", "NotMeasurable", "measure"]

_FAMILIES = (
    absolute,
    attention,
    axes,
    bias,
    content,
    descent,
    general,
    kernels,
    learned,
    obeying,
    offsets,
    operations,
    oracle,
    quantities,
    remapping,
    retention,
    rotary,
    scores,
    sinusoidal,
    turning,
    waves,
)

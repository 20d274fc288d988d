"""Measuring functions, one module a family; importing this package registers all of them."""

from posatlas.reference_impl.properties import (
    attention,
    bias,
    general,
    kernels,
    learned,
    operations,
    rotary,
    scores,
    sinusoidal,
    waves,
)
from posatlas.reference_impl.properties.measuring import MEASURES, Measurement, NotMeasurable, measure

__all__ = ["MEASURES", "Measurement", "NotMeasurable", "measure"]

_FAMILIES = (attention, bias, general, kernels, learned, operations, rotary, scores, sinusoidal, waves)

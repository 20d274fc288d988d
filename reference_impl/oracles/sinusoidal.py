r"""Second opinion on the sinusoidal table: Vaswani et al. 2017, section 3.5, one entry at a time in float64.

    PE(pos, 2i)   = sin(pos / 10000^(2i / d_model))
    PE(pos, 2i+1) = cos(pos / 10000^(2i / d_model))

Two further layouts are in use; here they are only other places and other exponents for the same waves.
"""
import math

import numpy


def table(positions, width, layout="interleaved", base=10000.0):
    """Rows PE(pos) for a flat list of positions: float64 [n, width]."""
    pairs = width // 2
    rows = numpy.zeros((len(positions), width), dtype=numpy.float64)
    for row, pos in enumerate(positions):
        for i in range(pairs):
            exponent = i / (pairs - 1) if layout == "tensor2tensor" else 2 * i / width
            angle = float(pos) / math.pow(base, exponent)
            sine_at, cosine_at = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, pairs + i)
            rows[row, sine_at] = math.sin(angle)
            rows[row, cosine_at] = math.cos(angle)
    return rows


def wavelengths(width, layout="interleaved", base=10000.0):
    """Positions a full turn of pair i takes: 2 pi base^(2i / width). float64 [width / 2]."""
    pairs = width // 2
    turns = numpy.zeros(pairs, dtype=numpy.float64)
    for i in range(pairs):
        exponent = i / (pairs - 1) if layout == "tensor2tensor" else 2 * i / width
        turns[i] = 2 * math.pi * math.pow(base, exponent)
    return turns


def embed(x, positions, options, given):
    """Each embedding plus the row of its position: float64 [n, width]."""
    return numpy.asarray(x, dtype=numpy.float64) + table(
        positions, options["width"], options["layout"], options["base"])

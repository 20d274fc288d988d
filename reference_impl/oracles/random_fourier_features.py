r"""Second opinion on random Fourier features: Tancik et al. 2020, the Gaussian mapping.

    gamma(v) = [cos(2 pi B v), sin(2 pi B v)]^T,    B in R^(m x d), each entry drawn from N(0, sigma^2)

B is drawn once and never trained. All m cosines come first, then all m sines; code that follows the authors'
notebook puts the sines first. v has d coordinates; the encoding is added to the embedding.
"""
import math

import numpy

from . import plain


def coordinates(position):
    """A position as a list of its coordinates: a bare number is one coordinate."""
    return [float(c) for c in numpy.asarray(position, dtype=numpy.float64).reshape(-1)]


def gamma(position, frequencies):
    """gamma(v) for one position: float64 [2 m]."""
    m = len(frequencies)
    v = coordinates(position)
    out = numpy.zeros(2 * m, dtype=numpy.float64)
    for i in range(m):
        turns = math.fsum(float(b) * c for b, c in zip(frequencies[i], v, strict=True))
        out[i] = math.cos(2 * math.pi * turns)
        out[m + i] = math.sin(2 * math.pi * turns)
    return out


def table(positions, options, given):
    """Rows gamma(v): float64 [n, 2 * waves]. Parameter (a buffer) frequencies [waves, axes]."""
    frequencies = given["parameters"]["frequencies"]
    rows = numpy.zeros((len(positions), 2 * options["waves"]), dtype=numpy.float64)
    for index, position in enumerate(positions):
        rows[index] = gamma(position, frequencies)
    return rows


def embed(x, positions, options, given):
    """x: rows [n, 2 * waves]; positions: [n] or [n, axes]. float64 [n, 2 * waves]."""
    rows = table(positions, options, given)
    return plain.added(x, rows)


def expected_product(u, v, features, sigma=1.0):
    """Mean of gamma(u) . gamma(v) over the draw of B: m exp(-2 pi^2 sigma^2 |u - v|^2)."""
    squared = math.fsum((a - b) ** 2 for a, b in zip(coordinates(u), coordinates(v), strict=True))
    return features * math.exp(-2 * math.pi**2 * sigma**2 * squared)

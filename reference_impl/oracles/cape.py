r"""Second opinion on CAPE (continuous augmented positional embeddings), one axis: Likhomanenko et al. 2021.

    p'_i = (p_i + Delta + epsilon_i) lambda

    Delta ~ U(-Delta_max, Delta_max)               one for a sequence (global shift)
    epsilon_i ~ U(-epsilon_max, epsilon_max)       one for a position (local shift)
    log lambda ~ U(-log lambda_max, log lambda_max)  one for a sequence (global scale, lambda_max >= 1)

in training; p' = p otherwise. Then the sinusoidal table at p'. Both shifts come before the scale, as in the
authors' code (flashlight, branch cape, SinusoidalPositionEmbedding.cpp), which also subtracts the mean position
of the sequence first, in training and in evaluation; that is left to the caller here.
One sequence at a time: draw shift [1], jitter [n], log_scale [1].
"""
import itertools
import math

import numpy

from . import plain, sinusoidal


def numbers(value):
    """A flat list of floats."""
    return [float(v) for v in numpy.asarray(value, dtype=numpy.float64).reshape(-1)]


def augmented(positions, given):
    """p' for a flat list of positions."""
    if not given.get("training", False):
        return [float(p) for p in positions]
    draw = given["draw"]
    delta, scale = numbers(draw["shift"])[0], math.exp(numbers(draw["log_scale"])[0])
    jitter = numbers(draw["jitter"])
    return [(float(p) + delta + e) * scale for p, e in zip(positions, jitter, strict=True)]


def draw_is_legal(draw, options):
    """Whether every number lies within its limits."""
    limits = {
        "shift": options["global_shift"],
        "jitter": options["local_shift"],
        "log_scale": math.log(options["global_scale"]),
    }
    return all(abs(v) <= limit for name, limit in limits.items() for v in numbers(draw[name]))


def order_is_kept(positions, given):
    """Whether increasing positions are still strictly increasing after the augmentation."""
    after = augmented(positions, given)
    return all(a < b for a, b in itertools.pairwise(after))


def embed(x, positions, options, given):
    """x: rows [n, width]; positions: flat list [n]. float64 [n, width]."""
    layout = options.get("layout", "interleaved")
    rows = sinusoidal.table(augmented(positions, given), options["width"], layout, options["base"])
    return plain.added(x, rows)

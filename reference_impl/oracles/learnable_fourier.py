r"""Second opinion on learnable Fourier features: Li et al. 2021 (arXiv 2106.02795), equation (2) and algorithm 1.

    r_x  = (1 / sqrt(F)) [cos(x W_r^T) , sin(x W_r^T)]             W_r in R^(F/2 x M)
    PE_x = GeLU(r_x W_1 + B_1) W_2 + B_2

A position of `axes` coordinates is cut into G = groups runs of M = axes / groups consecutive coordinates; every
group goes through the same W_r and the same two layers and gives width / G numbers; the groups' outputs are put
one after the other. There is no 2 pi. GeLU is the exact one, z (1 + erf(z / sqrt 2)) / 2. Weights are stored as
[out, in]: frequencies = W_r, hidden.weight = W_1^T, output.weight = W_2^T. (Equation numbers as quoted in code.)
"""
import math

import numpy

from . import plain


def fourier(x, frequencies):
    """r_x for the M coordinates of one group: float64 [F], with F = 2 * len(frequencies)."""
    half = len(frequencies)
    out = numpy.zeros(2 * half, dtype=numpy.float64)
    for i in range(half):
        angle = math.fsum(float(w) * float(c) for w, c in zip(frequencies[i], x, strict=True))
        out[i] = math.cos(angle) / math.sqrt(2 * half)
        out[half + i] = math.sin(angle) / math.sqrt(2 * half)
    return out


def affine(weight, bias, row):
    """weight [out, in], bias [out]: one output at a time."""
    out = numpy.zeros(len(weight), dtype=numpy.float64)
    for o in range(len(weight)):
        out[o] = math.fsum([float(bias[o])] + [float(w) * float(r) for w, r in zip(weight[o], row, strict=True)])
    return out


def gelu(z):
    """z times the standard normal distribution function at z."""
    return z * 0.5 * (1.0 + math.erf(z / math.sqrt(2.0)))


def encode(position, options, parameters):
    """PE_x for one position: float64 [width]."""
    v = [float(c) for c in numpy.asarray(position, dtype=numpy.float64).reshape(-1)]
    groups = options.get("groups", 1)
    m, share = len(v) // groups, options["width"] // groups
    out = numpy.zeros(options["width"], dtype=numpy.float64)
    for g in range(groups):
        r = fourier(v[g * m : (g + 1) * m], parameters["frequencies"])
        hidden = [gelu(z) for z in affine(parameters["hidden.weight"], parameters["hidden.bias"], r)]
        out[g * share : (g + 1) * share] = affine(parameters["output.weight"], parameters["output.bias"], hidden)
    return out


def table(positions, options, given):
    """Rows PE_x for positions [n] or [n, axes]: float64 [n, width]."""
    rows = numpy.zeros((len(positions), options["width"]), dtype=numpy.float64)
    for index, position in enumerate(positions):
        rows[index] = encode(position, options, given["parameters"])
    return rows


def embed(x, positions, options, given):
    """x: rows [n, width]. float64 [n, width]."""
    rows = table(positions, options, given)
    return plain.added(x, rows)

r"""Second opinion on complex embeddings of word order: Wang et al. 2020 (arXiv 1912.12333), section 2.3.

Equation (5): coordinate d of word j at position pos is

    r_(j,d) exp(i (w_(j,d) pos + theta_(j,d)))

Equation (6) reads it as the word's own complex number times a phase of position. The word's number, amplitude
r and initial phase theta, is what comes in here: channels (2d, 2d+1) of x are its real and imaginary part. The
frequencies w are a learned row for each word.
"""
import cmath
import math

import numpy


def initial_frequency(vocabulary, width, base=10000.0):
    """Where the authors' code starts (Transformer and language model): base^(-2 floor(d/2) / D), D = width / 2."""
    dimensions = width // 2
    out = numpy.zeros((vocabulary, dimensions), dtype=numpy.float64)
    for word in range(vocabulary):
        for d in range(dimensions):
            out[word, d] = math.pow(base, -2.0 * (d // 2) / dimensions)
    return out


def angles(token_ids, positions, frequency):
    """w_(j,d) pos for each token and its position: float64 [n, width / 2]."""
    out = numpy.zeros((len(positions), len(frequency[0])), dtype=numpy.float64)
    for row in range(len(positions)):
        for d in range(len(frequency[0])):
            out[row, d] = float(frequency[int(token_ids[row])][d]) * float(positions[row])
    return out


def embed(x, positions, options, given):
    """Rows [n, width]; the n rows belong to the last n of given["token_ids"]."""
    n, width = len(x), options["width"]
    token_ids = list(given["token_ids"])[len(given["token_ids"]) - n:]
    turn = angles(token_ids, positions, given["parameters"]["frequency"])
    out = numpy.zeros((n, width), dtype=numpy.float64)
    for row in range(n):
        for d in range(width // 2):
            z = complex(float(x[row][2 * d]), float(x[row][2 * d + 1])) * cmath.exp(1j * turn[row, d])
            out[row, 2 * d], out[row, 2 * d + 1] = z.real, z.imag
    return out

r"""Second opinion on RoPE-Mixed: Heo et al. 2024 (RoPE for ViT), section on the mixed learnable frequency.

    R(n, t) = exp(i (theta_t^x p_n^x + theta_t^y p_n^y)),  t = 0 .. d/2 - 1

for the complex pairs of a head; both thetas are learned, for each head and layer. frequencies[0] holds the
thetas of y and frequencies[1] those of x, as positions are (y, x); the authors' tensor has x first.

Their init_random_2d_freqs draws one direction phi for each head and starts with m_t = theta^(-4t / d),

    (x, y) = m_t (cos phi, sin phi)  for pair t,    m_t (cos(phi + pi/2), sin(phi + pi/2))  for pair d/4 + t
"""
import math

import numpy

from . import plain


def initial_frequencies(directions, head_dim, base=10.0):
    """Start for the drawn directions, one a head: float64 [2, heads, head_dim / 2]."""
    quarter = head_dim // 4
    out = numpy.zeros((2, len(directions), head_dim // 2), dtype=numpy.float64)
    for head, phi in enumerate(directions):
        for t in range(quarter):
            size = math.pow(base, -4.0 * t / head_dim)
            out[1, head, t], out[0, head, t] = size * math.cos(phi), size * math.sin(phi)
            # cos(phi + pi/2) = -sin(phi) and sin(phi + pi/2) = cos(phi)
            out[1, head, quarter + t], out[0, head, quarter + t] = -size * math.sin(phi), size * math.cos(phi)
    return out


def angles(positions, frequencies):
    """y theta^y + x theta^x: float64 [heads, n, head_dim / 2]."""
    heads, pairs = len(frequencies[0]), len(frequencies[0][0])
    out = numpy.zeros((heads, len(positions), pairs), dtype=numpy.float64)
    for head in range(heads):
        for row, (y, x) in enumerate(positions):
            for t in range(pairs):
                of_y, of_x = float(frequencies[0][head][t]), float(frequencies[1][head][t])
                out[head, row, t] = float(y) * of_y + float(x) * of_x
    return out


def rotate(rows, positions, frequencies, pairing="interleaved"):
    """Rows [heads, n, head_dim], every pair turned by the angle of its head: float64."""
    turns = angles(positions, frequencies)
    return numpy.array([[plain.turned(rows[head][row], turns[head, row], pairing)
                         for row in range(len(rows[head]))] for head in range(len(rows))])


def logits(q, k, q_positions, k_positions, options, given):
    """float64 [heads, nq, nk]; positions [n, 2] are (y, x)."""
    frequencies, pairing = given["parameters"]["frequencies"], options["pairing"]
    return plain.products(rotate(q, q_positions, frequencies, pairing), rotate(k, k_positions, frequencies, pairing),
                          1.0 / math.sqrt(options["head_dim"]))

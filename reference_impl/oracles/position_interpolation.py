r"""Second opinion on position interpolation: Chen et al. 2023 (arXiv 2306.15595), sections 2.1 and 2.3.

Equation (4):  f'(x, m) = f(x, m L / L'),  f the RoPE of equation (1); here factor = L' / L.
Equation (2):  the score that RoPE gives a query at m and a key at n, written with their offset alone,

    a(m - n) = sum_j (q_a k_a + q_b k_b) cos((m - n) theta_j) + (q_a k_b - q_b k_a) sin((m - n) theta_j)

where pair j has the channels a, b = 2j, 2j + 1 (the paper's; "half" has j, j + d/2, as libraries do). The
paper's a leaves out 1 / sqrt(d); attention has it, so it is here. No vector is ever rotated in this file.
"""
import math

import numpy

from . import rope


def inverse_frequencies(head_dim, base=10000.0, factor=1.0):
    """theta_j / factor: (m / s) theta = m (theta / s). float64 [head_dim / 2]."""
    return numpy.array([theta / factor for theta in rope.inverse_frequencies(head_dim, base)])


def score(query, key, offset, frequencies, pairing):
    """Equation (2) over sqrt(d) for one query, one key and the offset m - n."""
    d = len(query)
    terms = []
    for j, theta in enumerate(frequencies):
        a, b = (2 * j, 2 * j + 1) if pairing == "interleaved" else (j, j + d // 2)
        angle = offset * float(theta)
        terms.append((float(query[a]) * float(key[a]) + float(query[b]) * float(key[b])) * math.cos(angle))
        terms.append((float(query[a]) * float(key[b]) - float(query[b]) * float(key[a])) * math.sin(angle))
    return math.fsum(terms) / math.sqrt(d)


def scores(q, k, q_positions, k_positions, frequencies, pairing):
    """`score` of every query and key of every head: float64 [heads, nq, nk]."""
    out = numpy.zeros((len(q), len(q_positions), len(k_positions)), dtype=numpy.float64)
    for head in range(len(q)):
        for row, m in enumerate(q_positions):
            for column, n in enumerate(k_positions):
                offset = float(m) - float(n)
                out[head, row, column] = score(q[head][row], k[head][column], offset, frequencies, pairing)
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """Positions divided as in (4), frequencies left alone."""
    s = float(options["factor"])
    return scores(
        q, k, [float(m) / s for m in q_positions], [float(n) / s for n in k_positions],
        rope.inverse_frequencies(options["head_dim"], options["base"]), options["pairing"])

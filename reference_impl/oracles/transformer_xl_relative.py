r"""Second opinion on Transformer-XL's relative encoding: Dai et al. 2019, section 3.3, terms (a) to (d).

    A_ij = q_i . W_kE x_j + q_i . W_kR R_(i-j) + u . W_kE x_j + v . W_kR R_(i-j)

softmax takes A / sqrt(d) (the authors' code multiplies the sum of all four terms by the scale). k is W_kE x_j
already. R_t is the sinusoid of the offset t = i - j, of the width of the model; the authors' code has all sines
first, then all cosines, with the frequencies of Vaswani et al. (layout "concatenated"). W_kR is a projection
without bias and with its own part a head, as are u and v. Negative offsets are defined by the same formula.
"""
import math

import numpy

from . import sinusoidal


def table(offsets, options):
    """R_t for each offset t: float64 [n, width]."""
    return sinusoidal.table(offsets, options["width"], options["layout"], options["base"])


def logits(q, k, q_positions, k_positions, options, given):
    """A / sqrt(d) for every pair, the four terms one after the other: float64 [heads, nq, nk]."""
    d, width = options["head_dim"], options["width"]
    project, u, v = (given["parameters"][name] for name in ("position", "content_bias", "position_bias"))
    out = numpy.zeros((len(q), len(q_positions), len(k_positions)), dtype=numpy.float64)
    for a, i in enumerate(q_positions):
        for b, j in enumerate(k_positions):
            r = table([i - j], options)[0]
            for head in range(len(q)):
                key = [math.fsum(float(project[head][c][w]) * r[w] for w in range(width)) for c in range(d)]
                terms = []
                for c in range(d):
                    terms.append(float(q[head][a][c]) * float(k[head][b][c]))  # (a)
                    terms.append(float(q[head][a][c]) * key[c])  # (b)
                    terms.append(float(u[head][c]) * float(k[head][b][c]))  # (c)
                    terms.append(float(v[head][c]) * key[c])  # (d)
                out[head, a, b] = math.fsum(terms) / math.sqrt(d)
    return out

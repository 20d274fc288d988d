r"""Second opinion on FIRE: Li et al. 2024, and the listing that copies of its code agree on.

    b(i, j) = f(psi(i - j) / psi(max(L, i))),   psi(x) = log(c x + 1),   f a network 1 -> hidden -> heads with ReLU

i is the query position, j the key position, j <= i; c and L are learned. In the listing L is a learned multiplier
times a fixed initial length, absolute values keep both logarithms defined, 1e-6 is added to the denominator, and
positions count from 0:

    log(|c (i - j)| + 1) / (log(|c max(i, |multiplier initial_length|)| + 1) + epsilon)

The paper is causal; for a later key this is the listing's value, which may pass 1. The bias is added to logits
that are already divided by sqrt(d).
"""
import math

import numpy

from . import plain


def normalised_distance(i, j, c=0.1, length_multiplier=1.0, initial_length=512.0, epsilon=1e-6):
    """The network's input for one query position i and one key position j."""
    threshold = abs(float(length_multiplier) * float(initial_length))
    top = math.log(abs(float(c) * (float(i) - float(j))) + 1.0)
    return top / (math.log(abs(float(c) * max(float(i), threshold)) + 1.0) + epsilon)


def network(x, parameters, heads):
    """f at one number: float64 [heads]."""
    hidden = [max(0.0, float(w[0]) * x + float(b))
              for w, b in zip(parameters["hidden.weight"], parameters["hidden.bias"], strict=True)]
    out = numpy.zeros(heads, dtype=numpy.float64)
    for h in range(heads):
        out[h] = math.fsum(float(w) * a for w, a in zip(parameters["output.weight"][h], hidden, strict=True))
        out[h] += float(parameters["output.bias"][h])
    return out


def logits(q, k, q_positions, k_positions, options, given):
    """q . k / sqrt(d) + b(i, j): float64 [heads, nq, nk]."""
    parameters = given["parameters"]
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for row, i in enumerate(q_positions):
        for column, j in enumerate(k_positions):
            x = normalised_distance(i, j, parameters["c"], parameters["length_multiplier"],
                                    options["initial_length"], options["epsilon"])
            for h, bias in enumerate(network(x, parameters, options["heads"])):
                out[h, row, column] += bias
    return out

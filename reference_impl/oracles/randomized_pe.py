r"""Second opinion on randomized positional encodings, on the sinusoidal table: Ruoss et al. 2023.

    draw N distinct positions out of L, without replacement, and sort them: r_0 < r_1 < ... < r_(N-1)
    the token at place p gets PE(r_p) instead of PE(p)

N is the length of the sequence, L = maximum. Drawn anew for each sequence in training and in testing alike. The
authors' code draws from 0 .. L - 1 (models/positional_encodings.py, noisy_fixed_positional_encodings), and so
does this. Places count from 0. One sequence at a time: given["draw"]["positions"] holds the N sorted integers.
"""
import itertools

import numpy

from . import plain, sinusoidal


def drawn(given):
    """r_0 .. r_(N-1) as integers."""
    return [int(r) for r in numpy.asarray(given["draw"]["positions"]).reshape(-1)]


def draw_is_legal(draw, options):
    """Whether the drawn numbers are integers of 0 .. maximum - 1 in strictly increasing order."""
    values = [float(r) for r in numpy.asarray(draw["positions"]).reshape(-1)]
    whole = all(r == int(r) and 0 <= r <= options["maximum"] - 1 for r in values)
    return whole and all(a < b for a, b in itertools.pairwise(values))


def embed(x, positions, options, given):
    """x: rows [n, width]; positions: places in 0 .. N - 1; given["length"] = N. float64 [n, width]."""
    subset = drawn(given)
    length = given.get("length")
    if length is None or length > options["maximum"] or len(subset) != length:
        raise ValueError("needs the length of the sequence, at most `maximum`, and one drawn position for each place")
    moved = []
    for place in positions:
        if float(place) != int(place) or not 0 <= int(place) < length:
            raise ValueError(f"place {place} is not in 0 .. {length - 1}")
        moved.append(subset[int(place)])
    rows = sinusoidal.table(moved, options["width"], options["layout"], options["base"])
    return plain.added(x, rows)

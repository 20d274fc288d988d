r"""Second opinion on SHAPE (shifted absolute position embedding): Kiyono et al. 2021.

    PE(j) becomes PE(j + k),    k drawn from the integers 0 .. K, one for each sequence, again at every iteration

PE is the sinusoidal table. Outside training k is `evaluation_shift`, 0 unless said otherwise. The authors' code
(butsugiri/shape, onmt/modules/embeddings.py) draws from 0 .. K - 1 and evaluates with k = K instead.
One sequence at a time here: given["draw"]["shift"] holds one integer.
"""
import numpy

from . import plain, sinusoidal


def shift_of(options, given):
    """k of this sequence."""
    if not given.get("training", False):
        return options.get("evaluation_shift", 0)
    return int(numpy.asarray(given["draw"]["shift"]).reshape(-1)[0])


def draw_is_legal(draw, options):
    """Whether every shift is an integer in 0 .. max_shift."""
    for k in numpy.asarray(draw["shift"]).reshape(-1):
        if float(k) != int(k) or not 0 <= int(k) <= options["max_shift"]:
            return False
    return True


def embed(x, positions, options, given):
    """x: rows [n, width]; positions: flat list [n]. float64 [n, width]."""
    k = shift_of(options, given)
    shifted = [float(position) + k for position in positions]
    rows = sinusoidal.table(shifted, options["width"], options["layout"], options["base"])
    return plain.added(x, rows)

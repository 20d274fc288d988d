r"""Second opinion on scaled sinusoidal encoding: Li et al. 2019 (Transformer TTS, arXiv 1809.08895), section 3.2.

    x_i + alpha PE(i)

PE is the sinusoidal table of Vaswani et al. 2017, section 3.5; alpha is one learned number for the whole table
(state `alpha`, shape []). alpha = 1 is the sinusoidal encoding. Nothing else is scaled: x itself is not
multiplied by sqrt(width).
"""
import numpy

from . import sinusoidal


def embed(x, positions, options, given):
    """x: rows [n, width]; positions: flat list [n]; parameters alpha []. float64 [n, width]."""
    rows = sinusoidal.table(positions, options["width"], options["layout"], options["base"])
    alpha = float(numpy.asarray(given["parameters"]["alpha"], dtype=numpy.float64).reshape(()))
    out = numpy.zeros_like(rows)
    for i in range(len(rows)):
        for channel in range(rows.shape[1]):
            out[i, channel] = float(x[i][channel]) + alpha * rows[i, channel]
    return out

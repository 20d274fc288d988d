r"""Second opinion on the log-spaced continuous position bias and cosine attention of Swin V2: Liu et al. 2022.

    Sim(q_i, k_j) = cos(q_i, k_j) / tau + B_ij        scaled cosine attention; tau >= 0.01 learned for each head
    B(dx, dy)     = G(dx, dy)                         continuous bias; G has two layers with a ReLU between
    dx^           = sign(dx) log(1 + |dx|)            log-spaced coordinates

The authors' code (microsoft/Swin-Transformer, models/swin_transformer_v2.py, WindowAttention) adds three things
that the equations lack: offsets are first divided by M - 1 and multiplied by 8, and the logarithm is divided by
that of 8 (coordinates "code"); the network's output goes through 16 sigmoid(.), used here for both kinds of
coordinates; and 1/tau = exp(min(logit_scale, ln 100)). The network's last layer has no bias. coordinates
"paper" is the third line with the natural logarithm. M is the window the network was trained with, so an offset
may be larger than M - 1. Positions are rows (y, x), offset is query minus key, y is the network's first input.
"""
import math

from . import plain


def log_coordinate(offset, window=8, coordinates="code"):
    """One component of an offset as the network sees it."""
    size = abs(float(offset))
    if coordinates == "code":
        value = math.log2(1.0 + 8.0 * size / (window - 1)) / math.log2(8.0)
    else:
        value = math.log(1.0 + size)
    return -value if offset < 0 else value


def network(y, x, parameters, heads):
    """G at one pair of coordinates: a list with one number for each head."""
    hidden = []
    for (to_y, to_x), bias in zip(parameters["hidden.weight"], parameters["hidden.bias"], strict=True):
        hidden.append(max(0.0, float(to_y) * y + float(to_x) * x + float(bias)))
    return [math.fsum(float(w) * a for w, a in zip(parameters["output.weight"][h], hidden, strict=True))
            for h in range(heads)]


def sigmoid(z):
    """1 / (1 + exp(-z)), without overflow."""
    return 1.0 / (1.0 + math.exp(-z)) if z >= 0 else math.exp(z) / (1.0 + math.exp(z))


def bias_at(offset, options, parameters):
    """16 sigmoid(G) for one offset (dy, dx): a list with one number for each head."""
    y, x = (log_coordinate(component, options["window"], options["coordinates"]) for component in offset)
    return [16.0 * sigmoid(z) for z in network(y, x, parameters, options["heads"])]


def unit(row):
    """The row divided by its length; a row of zeros stays one (the code's length is at least 1e-12)."""
    length = max(math.sqrt(math.fsum(float(a) ** 2 for a in row)), 1e-12)
    return [float(a) / length for a in row]


def logits(q, k, q_positions, k_positions, options, given):
    """cos(q, k) exp(min(logit_scale, ln 100)) + bias, no 1/sqrt(d): float64 [heads, nq, nk]."""
    parameters = given["parameters"]
    out = plain.products([[unit(row) for row in head] for head in q], [[unit(row) for row in head] for head in k], 1.0)
    for h in range(options["heads"]):
        out[h] *= math.exp(min(float(parameters["logit_scale"][h]), math.log(100.0)))
    for row, i in enumerate(q_positions):
        for column, j in enumerate(k_positions):
            for h, bias in enumerate(bias_at((i[0] - j[0], i[1] - j[1]), options, parameters)):
                out[h, row, column] += bias
    return out

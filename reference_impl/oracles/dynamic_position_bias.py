r"""Second opinion on the dynamic position bias of CrossFormer: Wang et al. 2022, "Dynamic position bias".

    Attention = Softmax(Q K^T / sqrt(d) + B) V,   B_ij = DPB(dx_ij, dy_ij)

DPB is a network of three blocks, each a linear layer, LayerNorm and ReLU, and a last linear layer that gives one
number a head; its input is the offset itself, neither scaled nor in logarithms. The authors' code
(cheerss/CrossFormer, models/crossformer.py, DynamicPosBias with residual=False), which fixes the order of things:

    input -> [norm1 -> ReLU -> layer1] -> [norm2 -> ReLU -> layer2] -> [norm3 -> ReLU -> output]

Every linear layer has a bias; LayerNorm has weight and bias, divides by n (not n - 1) and adds 1e-5 to the
variance. Positions are rows (y, x) for axes=2, or numbers (or rows of one) for axes=1; offset is query minus
key, y comes first.
"""
import math

from . import plain


def linear(row, weight, bias):
    """W x + b of one row."""
    return [math.fsum(float(w) * a for w, a in zip(weights, row, strict=True)) + float(b)
            for weights, b in zip(weight, bias, strict=True)]


def normalised(row, weight, bias):
    """LayerNorm of one row."""
    mean = math.fsum(row) / len(row)
    variance = math.fsum((a - mean) ** 2 for a in row) / len(row)
    return [(a - mean) / math.sqrt(variance + 1e-5) * float(w) + float(b)
            for a, w, b in zip(row, weight, bias, strict=True)]


def bias_at(offset, parameters):
    """DPB at one offset, a list of `axes` numbers: a list with one number for each head."""
    x = linear([float(component) for component in offset], parameters["input.weight"], parameters["input.bias"])
    for norm, layer in (("norm1", "layer1"), ("norm2", "layer2"), ("norm3", "output")):
        x = normalised(x, parameters[f"{norm}.weight"], parameters[f"{norm}.bias"])
        x = [max(0.0, a) for a in x]
        x = linear(x, parameters[f"{layer}.weight"], parameters[f"{layer}.bias"])
    return x


def components(position):
    """The numbers of a position, one an axis."""
    return list(position) if hasattr(position, "__len__") else [position]


def logits(q, k, q_positions, k_positions, options, given):
    """q . k / sqrt(d) + DPB(query - key): float64 [heads, nq, nk]."""
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for row, i in enumerate(q_positions):
        for column, j in enumerate(k_positions):
            offset = [float(a) - float(b) for a, b in zip(components(i), components(j), strict=True)]
            for h, bias in enumerate(bias_at(offset, given["parameters"])):
                out[h, row, column] += bias
    return out

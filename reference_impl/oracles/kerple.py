r"""Second opinion on KERPLE: Chi et al. 2022, section 4, "Practical Choice", not numbered there.

    power         -r1 |m - n|^r2            r1 > 0, 0 < r2 <= 2
    logarithmic   -r1 log(1 + r2 |m - n|)   r1, r2 > 0

The constant c of the paper is left out: softmax does not see it. Equation (1) has the kernel inside the division
by sqrt(d); the authors' code (chijames/KERPLE, megatron/mpu/layers.py and megatron/model/transformer.py) adds it to
logits that are already divided, and so does this: r1 here is the paper's r1 / sqrt(d). In the code r1 and r2 are
kept positive by clamping them from below at 0.01 (and r2 of the power kernel from above at 2) at every use.
"""
import math

from . import plain

LEAST = 1e-2


def coefficients(raw_r1, raw_r2, kernel="logarithmic"):
    """r1 and r2 as they are used, for one head."""
    r1, r2 = max(float(raw_r1), LEAST), max(float(raw_r2), LEAST)
    return (r1, min(r2, 2.0)) if kernel == "power" else (r1, r2)


def bias_at(offset, raw_r1, raw_r2, kernel="logarithmic"):
    """The kernel for one offset and one head."""
    r1, r2 = coefficients(raw_r1, raw_r2, kernel)
    distance = abs(float(offset))
    if kernel == "power":
        return -r1 * math.pow(distance, r2)
    return -r1 * math.log(1.0 + r2 * distance)


def logits(q, k, q_positions, k_positions, options, given):
    """q . k / sqrt(d) + kernel(i - j): float64 [heads, nq, nk]."""
    r1, r2 = given["parameters"]["r1"], given["parameters"]["r2"]
    out = plain.products(q, k, 1.0 / math.sqrt(len(q[0][0])))
    for h in range(options["heads"]):
        for row, i in enumerate(q_positions):
            for column, j in enumerate(k_positions):
                out[h, row, column] += bias_at(float(i) - float(j), r1[h], r2[h], options["kernel"])
    return out

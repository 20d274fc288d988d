r"""Second opinion on LongRoPE: Ding et al. 2024 (arXiv 2402.13753v1), section 3.1, equation (3), pair by pair.

    angle of pair i at position n = I_i(n) n / beta^i,   beta = base^(2/d),   i = 0 .. d/2 - 1
    I_i(n) = 1 for n < n-hat (here keep_first),  1 / lambda_i for n >= n-hat;  n counts from 0

A negative n is not among the first tokens of anything: it gets 1 / lambda_i here, so that offsets decide where
keep_first is 0.

Section 3.3 keeps a second set of lambda for short inputs and changes sets while running; which set, a library
says: `length` > original_length takes long_factors, else short_factors (transformers, Phi-3: 4096 is short,
4097 long). The paper has no attention factor; the authors' code (rope/longrope.py, policy "su", its default)
multiplies cosine and sine by

    mscale = sqrt(1 + ln s / ln L),   s = extended_length / original_length,   L = original_length  (1 if s <= 1)

whichever set is in force. For n < n-hat that code puts in cosine and sine of the unextended model, which are
multiplied by nothing; so here.
"""
import math

import numpy

from . import plain


def mscale(original_length, extended_length):
    """The attention factor, on cosine and on sine."""
    s = extended_length / original_length
    return 1.0 if s <= 1 else math.sqrt(1.0 + math.log(s) / math.log(original_length))


def factors(length, options):
    """The list of lambda in force."""
    if length is None:
        raise ValueError("longrope needs length")
    return options["long_factors"] if length > options["original_length"] else options["short_factors"]


def inverse_frequencies(length, options):
    """1 / (lambda_i beta^i), for positions from keep_first on: float64 [head_dim / 2]."""
    d, chosen = options["head_dim"], factors(length, options)
    assert len(chosen) == d // 2
    out = numpy.zeros(d // 2, dtype=numpy.float64)
    for i in range(d // 2):
        out[i] = 1.0 / (float(chosen[i]) * math.pow(options["base"], 2 * i / d))
    return out


def placed(row, position, length, options):
    """A query or key row at its position."""
    d = options["head_dim"]
    if 0 <= position < options["keep_first"]:
        angles = [float(position) / math.pow(options["base"], 2 * i / d) for i in range(d // 2)]
        return plain.turned(row, angles, options["pairing"])
    angles = [float(position) * float(w) for w in inverse_frequencies(length, options)]
    return mscale(options["original_length"], options["extended_length"]) * plain.turned(
        row, angles, options["pairing"])


def logits(q, k, q_positions, k_positions, options, given):
    """q . k of placed rows over sqrt(d): float64 [heads, nq, nk]."""
    def all_placed(rows, positions):
        return [[placed(row, p, given.get("length"), options) for row, p in zip(head, positions, strict=True)]
                for head in rows]

    return plain.products(
        all_placed(q, q_positions), all_placed(k, k_positions), 1.0 / math.sqrt(options["head_dim"]))

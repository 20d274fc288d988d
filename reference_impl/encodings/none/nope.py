r"""NoPE: no position encoding; attention sees contents and, in a decoder, the causal mask.

Equation        softmax(q_i . k_j / sqrt(d)) over the keys j that the mask allows: nothing added, nothing
                rotated.
Shapes          as in base.py.
Units           position in tokens; used for nothing but a causal mask.
Dtype           unchanged.
Errors          none of its own.
Source          Haviv et al. 2022, Kazemnejad et al. 2023 study decoders without position encoding.
In code         Without a mask, self-attention gives permuted outputs for permuted tokens. A causal mask
                breaks this: a token then sees only itself and those before it.
"""
from __future__ import annotations

from ..base import PositionEncoding


class Nope(PositionEncoding):
    """No position encoding."""

    method = "nope"

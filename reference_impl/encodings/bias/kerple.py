r"""KERPLE: subtract a learned logarithm, or a learned power, of the distance from each attention logit.

Equations (Chi et al. 2022, section 4, not numbered; r1, r2 > 0 learned, one pair a head)

    -r1 log(1 + r2 |m - n|)                                            kernel "logarithmic"
    -r1 |m - n|^r2,  r2 <= 2                                           kernel "power"

With these ranges the kernel is conditionally positive definite (corollary 1).

Shapes          r1, r2 [heads], as learned; bias_at [...] -> [heads, ...]; positions [..., n].
Units           distance in tokens; fractions are defined. Keys later than the query have their distance too.
Dtype           bias in float64, rounded once to the dtype of q.
Learned         2 heads numbers. logarithmic: r1 from U(0, 2), r2 from U(0, 1); power: r1 from U(0, 1), r2
                from U(0, 2), as the authors' code draws them.
Range           Used are max(r1, 0.01) and max(r2, 0.01), and r2 no larger than 2 with "power". No gradient
                reaches a number outside its range.
Errors          ValueError: heads < 1, unknown kernel, q with another number of heads.
Source          "KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation".
In code         megatron/mpu/layers.py of the authors writes the limits into the parameters themselves, so
                that the gradient goes on; it gives later keys a distance of 0, which the mask hides. Equation
                (1) of the paper divides q . k and bias by sqrt(d); the code, and this file, add the bias
                after the division: r1 here is the equation's r1 / sqrt(d). The letters of the code swap
                roles: bias_p is r1 of the logarithm and r2 of the power. All layers share one set.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ..base import PositionEncoding, angle_dtype, as_positions, choice, heads_of, integer, offsets_for

FLOOR = 0.01


class Kerple(PositionEncoding):
    """A learned fall with distance for each of `heads` heads."""

    method = "kerple"

    def __init__(self, heads: int, kernel: str = "logarithmic"):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.kernel = choice(self.method, "kernel", kernel, ("logarithmic", "power"))
        self.r1 = nn.Parameter(torch.empty(self.heads))
        self.r2 = nn.Parameter(torch.empty(self.heads))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw both numbers of each head anew."""
        logarithmic = self.kernel == "logarithmic"
        nn.init.uniform_(self.r1, 0.0, 2.0 if logarithmic else 1.0)
        nn.init.uniform_(self.r2, 0.0, 1.0 if logarithmic else 2.0)

    def bias_at(self, offsets: Any) -> Tensor:
        """The bias at each offset i - j: [...] -> [heads, ...], logits, float64, never positive."""
        offsets = as_positions(self.method, offsets, self.r1.device)
        wide = angle_dtype(offsets.device)
        distance = offsets.to(wide).abs()
        each = (self.heads, *(1 for _ in offsets.shape))
        r1 = self.r1.to(wide).clamp(min=FLOOR).reshape(each)
        if self.kernel == "power":
            return -r1 * distance ** self.r2.to(wide).clamp(FLOOR, 2.0).reshape(each)
        return -r1 * (self.r2.to(wide).clamp(min=FLOOR).reshape(each) * distance).log1p()

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        at = self.bias_at(offsets_for(self.method, q, k, ctx))
        return at.movedim(0, -3).to(q.dtype)  # [..., heads, nq, nk]

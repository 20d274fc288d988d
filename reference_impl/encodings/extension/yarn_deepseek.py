r"""YaRN as DeepSeek has it: temperature on the softmax scale, a ratio of two on the rotation.

Equations (DeepSeek-V3's modeling_deepseek.py; s = factor, m = mscale, a = mscale_all_dim)

    get(x) = 0.1 x ln s + 1
    feature_factor = get(m) / get(a)          on cosines and sines
    softmax_factor = get(a)^2                 on 1/sqrt(d)

Frequencies are those of YaRN with the ramp of the code. Where all channels rotate, logits hold
feature_factor^2 softmax_factor = get(m)^2, and a cancels. Channels that do not rotate, as most of DeepSeek's
do, get softmax_factor alone: that is what a is for.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           feature_factor, softmax_factor: ratios; cut_offs: number of a pair; inverse frequency in
                radians a token.
Dtype           as YaRN.
Errors          ValueError: mscale or mscale_all_dim < 0, and what NTK-by-parts refuses.
Source          DeepSeek-V2, section 3.1.4 (0.0707 ln s + 1, s = 40); DeepSeek-V3, section 4.3 (0.1 ln s + 1).
                The reports write sqrt(t) where YaRN has sqrt(1/t); the code multiplies.
In code         DeepSeek's inference/model.py has mscale alone, feature factor 1. The scale there is
                1/sqrt(content + rotary channels), here 1/sqrt(head_dim). transformers' own type "yarn" takes
                the ratio only where neither number is 0 and get(1) elsewhere: another number for a = 0 and
                m other than 1.
"""
from __future__ import annotations

import math
from typing import Any

from torch import Tensor

from ..base import at_least
from .yarn import Yarn


class YarnDeepseek(Yarn):
    """YaRN with two numbers that place its temperature."""

    method = "yarn-deepseek"

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved",
                 factor: float = 40.0, original_length: int = 4096, beta_slow: float = 1.0,
                 beta_fast: float = 32.0, mscale: float = 1.0, mscale_all_dim: float = 1.0):
        super().__init__(head_dim, base, pairing, factor=factor, original_length=original_length,
                         beta_slow=beta_slow, beta_fast=beta_fast)
        why = "0 stands for no temperature"
        self.mscale = at_least(self.method, "mscale", mscale, 0.0, why)
        self.mscale_all_dim = at_least(self.method, "mscale_all_dim", mscale_all_dim, 0.0, why)
        self.feature_factor = self.amplitude = self._get(self.mscale) / self._get(self.mscale_all_dim)
        self.softmax_factor = self._get(self.mscale_all_dim) ** 2

    def _get(self, coefficient: float) -> float:
        return 0.1 * coefficient * math.log(self.factor) + 1

    def scale(self, q: Tensor, ctx: Any) -> float:
        return super().scale(q, ctx) * self.softmax_factor

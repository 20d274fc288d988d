r"""NTK-aware interpolation: enlarge the base of RoPE, so that the slowest pair is slowed by the factor.

Equations (Peng et al. 2023, section 3.1, Definition 1)

    b' = b s^(d / (d - 2))                                                                      (16)
    theta'_i = b'^(-2i/d) = theta_i s^(-2i/(d-2)), i = 0 .. d/2 - 1                             (15)

The position is as it was. Pair 0 keeps its frequency, the last pair gets theta/s, pairs between lie between.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token; factor: a ratio.
                adjusted_base is b'.
Dtype           angles in float64 (float32 where the device has no float64), one rounding to the dtype of x at
                the end. Nothing learned, nothing stored.
Errors          ValueError: factor < 1, head_dim < 4 (d - 2 divides), and what RoPE refuses.
Source          bloc97's post on r/LocalLLaMA of 2023, as written down in "YaRN: Efficient Context Window
                Extension of Large Language Models".
In code         LlamaNTKScaledRotaryEmbedding of the YaRN repository is this with `alpha` for the factor.
                transformers has the dynamic form only. "NTK" in vLLM and in Su's rerope repository names
                other functions.
"""
from __future__ import annotations

import torch
from torch import Tensor

from ..base import angle_dtype, at_least, integer
from ..rotary.rope import Rope


class NtkAware(Rope):
    """RoPE with the base that slows the last pair `factor` times."""

    method = "ntk-aware"

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", *, factor: float):
        super().__init__(integer(self.method, "head_dim", head_dim, 4), base, pairing)
        self.factor = at_least(
            self.method, "factor", factor, 1.0, "it says how many times the slowest pair is slowed")

    @property
    def adjusted_base(self) -> float:
        """b', the base in place of b."""
        return self.base * self.factor ** (self.head_dim / (self.head_dim - 2))

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta'_i, radians a token: [head_dim / 2]."""
        i = torch.arange(self.head_dim // 2, device=device)
        return self.adjusted_base ** (-2 * i.to(angle_dtype(i.device)) / self.head_dim)

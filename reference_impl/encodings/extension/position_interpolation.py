r"""Position interpolation: divide every position by a factor before RoPE, so that long inputs stay in range.

Equation (Chen et al. 2023, section 2.3)

    f'(x, m) = f(x, m L / L')                                                                   (4)

f is RoPE, L the training length, L' > L the length wanted; s = L'/L is `factor`. An angle is the product of
position and frequency, so this is RoPE with theta_i / s for theta_i at the old positions, as computed here.
A logit at offset o is the logit of RoPE at offset o / s.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token; factor: length wanted over
                training length.
Dtype           angles in float64 (float32 where the device has no float64), one rounding to the dtype of x at
                the end. Nothing learned, nothing stored.
Errors          ValueError: factor < 1, and what RoPE refuses.
Source          "Extending Context Window of Large Language Models via Positional Interpolation".
In code         The type "linear" of transformers divides `inv_freq` by `factor`, as here;
                LlamaLinearScaledRotaryEmbedding of the YaRN repository divides positions. The angles are the
                same but for rounding. transformers only warns where factor < 1.
"""
from __future__ import annotations

import torch
from torch import Tensor

from ..base import at_least
from ..rotary.rope import Rope


class PositionInterpolation(Rope):
    """RoPE with all positions divided by `factor`."""

    method = "position-interpolation"

    def __init__(self, head_dim: int, base: float = 10000.0, pairing: str = "interleaved", *, factor: float):
        super().__init__(head_dim, base, pairing)
        self.factor = at_least(
            self.method, "factor", factor, 1.0, "it is the length wanted over the training length")

    def inverse_frequencies(self, device: torch.device | str | None = None) -> Tensor:
        """theta_i / s, radians a token: [head_dim / 2]."""
        return super().inverse_frequencies(device) / self.factor

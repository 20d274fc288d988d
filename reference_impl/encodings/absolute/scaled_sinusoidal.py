r"""Scaled sinusoids: add the sinusoidal position vector times one learned number.

Equation (Li et al. 2019, section 3.2)

    x_i' = x_i + alpha PE(i)        alpha: one trainable number, PE: the sinusoidal table

Shapes          alpha []; positions [..., n] -> table [..., n, width]; x [..., n, width] -> the same.
Units           position in tokens (fractions and negative numbers are defined); alpha has no unit, any sign.
Dtype           the table in float64 (float32 where the device has none); embed adds in float32 or better,
                rounds once and returns the dtype of x.
Learned         one number, alpha. It starts at width^-0.5, as in x-transformers: the vector added then has
                the length sqrt(1/2) at any width. A module made on `meta` has no value: call
                `reset_parameters`.
Errors          ValueError: as for the sinusoidal table.
Source          "Neural Speech Synthesis with Transformer Network".
In code         ESPnet starts alpha at 1 and pairs sine and cosine side by side; x-transformers starts it at
                width^-0.5 and puts all sines first. ESPnet and SpeechT5 in transformers do not multiply the
                embedding by sqrt(width) before they add.
"""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from .sinusoidal import Sinusoidal


class ScaledSinusoidal(Sinusoidal):
    """Sines and cosines for embeddings of `width` channels, times a learned scale."""

    method = "scaled-sinusoidal"

    def __init__(self, width: int, layout: str = "interleaved", base: float = 10000.0):
        super().__init__(width, layout, base)
        self.alpha = nn.Parameter(torch.empty(()))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set alpha to width^-0.5."""
        nn.init.constant_(self.alpha, self.width**-0.5)

    def table(self, positions: Any) -> Tensor:
        """alpha PE of each position: [..., n] -> [..., n, width]."""
        table = super().table(positions)
        return self.alpha.to(table) * table

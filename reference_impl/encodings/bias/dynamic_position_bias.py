r"""Dynamic position bias: a small network, trained with the model, turns an offset into a bias for each head.

Equation (Wang et al. 2022, section on dynamic position bias)

    B_ij = DPB(dx, dy)        DPB: linear; three times layer normalisation, ReLU, linear

Shapes          input.weight [width, axes], norm1 to norm3 [width], layer1 and layer2 [width, width],
                output.weight [heads, width]; positions [..., n, axes], or [..., n] where axes is 1.
Units           offset = query - key in tokens, row y then column x, as it is: not scaled, no logarithm.
                Fractions and offsets larger than in training are defined.
Dtype           bias in float64, rounded once to the dtype of q.
Learned         2 width^2 + (axes + 9) width + (width + 1) heads numbers: weights from N(0, 0.02^2), cut off
                at -2 and 2, biases 0, normalisations 1 and 0, as the authors' code starts them.
Errors          ValueError: heads, width or axes < 1, q with another number of heads.
Source          "CrossFormer: A Versatile Vision Transformer Hinging on Cross-scale Attention".
In code         models/crossformer.py of the authors, DynamicPosBias with residual=False. `width` here is the
                width inside; the code divides by four twice, so it is dim // 16 there, where the paper says
                D / 4. With long-distance groups the offset counts places in the group, not in the map.
                x-transformers has one axis, SiLU, and normalisation only on demand.
"""
from __future__ import annotations

from typing import Any

from torch import Tensor, nn
from torch.nn import functional as F

from ..base import PositionEncoding, angle_dtype, as_positions, axes_of, heads_of, integer, offsets_for


class DynamicPositionBias(PositionEncoding):
    """A network from offsets along `axes` axes to one number a head, `width` channels wide inside."""

    method = "dynamic-position-bias"

    def __init__(self, heads: int, width: int, axes: int = 2):
        super().__init__()
        self.heads = integer(self.method, "heads", heads)
        self.width = integer(self.method, "width", width)
        self.axes = integer(self.method, "axes", axes)
        self.position_axes = 0 if axes == 1 else axes
        self.input = nn.Linear(self.axes, self.width)
        self.norm1, self.layer1 = nn.LayerNorm(self.width), nn.Linear(self.width, self.width)
        self.norm2, self.layer2 = nn.LayerNorm(self.width), nn.Linear(self.width, self.width)
        self.norm3, self.output = nn.LayerNorm(self.width), nn.Linear(self.width, self.heads)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the network anew."""
        for part in self.children():
            nn.init.zeros_(part.bias)
            if isinstance(part, nn.Linear):
                nn.init.trunc_normal_(part.weight, std=0.02)
            else:
                nn.init.ones_(part.weight)

    def bias_at(self, offsets: Any) -> Tensor:
        """B of each offset: [..., axes], or [...] where axes is 1 -> [heads, ...], logits, float64."""
        offsets = as_positions(self.method, offsets, self.input.weight.device)
        axes_of(self.method, self.position_axes, offsets)
        wide = angle_dtype(offsets.device)

        def linear(x: Tensor, part: nn.Linear) -> Tensor:
            return x @ part.weight.to(wide).T + part.bias.to(wide)

        def normed(x: Tensor, part: nn.LayerNorm) -> Tensor:
            return F.layer_norm(x, (self.width,), part.weight.to(wide), part.bias.to(wide), part.eps)

        x = linear((offsets if self.position_axes else offsets[..., None]).to(wide), self.input)
        for norm, layer in ((self.norm1, self.layer1), (self.norm2, self.layer2), (self.norm3, self.output)):
            x = linear(normed(x, norm).relu(), layer)
        return x.movedim(-1, 0)

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor:
        heads_of(self.method, self.heads, q)
        at = self.bias_at(offsets_for(self.method, q, k, ctx, self.position_axes))
        return at.movedim(0, -3).to(q.dtype)  # [..., heads, nq, nk]

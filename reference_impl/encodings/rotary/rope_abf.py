r"""RoPE with adjusted base frequency (ABF): RoPE with a larger base, with which the model is trained further.

Equation (Xiong et al. 2023, section 4.1; i = 0 .. d/2 - 1)

    theta_i = b^(-2i/d), b = 500000 in place of RoPE's 10000

Pair 0 still turns by 1 radian a token; the larger i, the more the pair is slowed.

Shapes          x [..., heads, n, head_dim] -> the same; positions [..., n]. Values are left as they are.
Units           position in tokens; inverse frequency in radians a token.
Dtype           angles in float64 (float32 where the device has no float64), one rounding to the dtype of x at
                the end. Nothing learned, nothing stored.
Errors          ValueError: what RoPE refuses.
Source          "Effective Long-Context Scaling of Foundation Models".
In code         A number in the configuration: `rope_theta`. Llama 3 has 500000, Code Llama 1000000. The
                default of a class in a library is not the number of a checkpoint.
"""
from __future__ import annotations

from .rope import Rope


class RopeAbf(Rope):
    """RoPE with base 500000."""

    method = "rope-abf"

    def __init__(self, head_dim: int, base: float = 500000.0, pairing: str = "interleaved"):
        super().__init__(head_dim, base, pairing)

"""ALiBi without a bias matrix: it rides in one more channel of queries and keys, through a fused kernel.

softmax does not see what is the same along a row, so -m (i - j) may be written m (j - c) with any c: a product of a
number of the query (1) and a number of the key (m (j - c)). Memory stays O(L); the slow twin is `Alibi` in `attend`.
The symmetric bias -m |i - j| is no such product and has no fast form here.
"""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

import torch
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

from posatlas.reference_impl.encodings.bias.alibi import Alibi

__all__ = ["alibi_attention"]


def alibi_attention(encoding: Alibi, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Causal attention with ALiBi at positions 0 .. n-1: q, k, v [batch, heads, n, d], float32 or float64.

    In bfloat16 and float16 the channel m j would be rounded to 8 or 11 bits, which ALiBi does not survive at a few
    hundred tokens: a ValueError. ValueError too for the symmetric form and for another number of heads.
    """
    if encoding.symmetric:
        raise ValueError("alibi: the symmetric bias has no fast form; use attend()")
    if q.dtype not in (torch.float32, torch.float64):
        raise ValueError(f"alibi: {q.dtype} cannot hold slope times position; use float32, or attend()")
    if q.shape[-3] != encoding.heads or q.shape[-2] != k.shape[-2]:
        raise ValueError(
            f"alibi: q {list(q.shape)} and k {list(k.shape)} need {encoding.heads} heads and equal lengths")
    n, d = q.shape[-2:]
    j = torch.arange(n, device=q.device, dtype=torch.float64) - (n - 1) / 2  # centred: the smallest numbers
    key = (encoding.slopes(q.device)[:, None] * j).to(q.dtype)  # [heads, n]
    wide_q = pad(q, (0, 1))
    wide_q[..., d] = d**0.5  # undone by the scale
    wide_k = pad(k, (0, 1))
    wide_k[..., d] = key
    with _tiny_numbers_as_zero():
        out = scaled_dot_product_attention(wide_q, wide_k, pad(v, (0, 1)), is_causal=True, scale=d**-0.5)
    return out[..., :d]


@contextlib.contextmanager
def _tiny_numbers_as_zero() -> Iterator[None]:
    """Weights below 1e-38 become zero on the CPU, where products with such numbers take many times as long.

    Far keys of steep heads have such weights. The setting is put back as it was; it is that of the calling thread.
    """
    before = float(torch.full((1,), 1e-40, device="cpu") * 1.0) == 0.0
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(before)

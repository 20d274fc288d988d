"""ALiBi through a fused kernel, one thread, float32: against causal attention without it, and against float64."""

from __future__ import annotations

import torch
from torch.nn.functional import scaled_dot_product_attention

from posatlas.reference_impl import attend, build
from posatlas.reference_impl.fast import alibi_attention
from tests.benchmarks.timing import fastest

HEADS, WIDTH = 12, 64
LIMIT = 1.35


def run() -> None:
    """Print times over those of causal attention for three lengths, the largest error of both, and memory."""
    torch.set_num_threads(1)
    encoding = build("alibi", heads=HEADS)
    for length in (512, 1024, 2048):
        q, k, v = torch.randn(3, 1, HEADS, length, WIDTH)
        best = fastest(
            {
                "plain": lambda q=q, k=k, v=v: scaled_dot_product_attention(q, k, v, is_causal=True),
                "alibi": lambda q=q, k=k, v=v: alibi_attention(encoding, q, k, v),
            },
            rounds=9,
        )
        extra = 3 * HEADS * length * (WIDTH + 1) + HEADS * length
        print(
            f"alibi L = {length}: {best['alibi'] / best['plain']:.2f} times causal attention (limit {LIMIT} at 2,048); "
            f"numbers beside q, k, v: {extra:,}, a bias matrix would be {HEADS * length**2:,}"
        )
    q, k, v = torch.randn(3, 1, HEADS, 2048, WIDTH)
    wide = [t.double() for t in (q, k, v)]
    plain = scaled_dot_product_attention(q, k, v, is_causal=True).double() - scaled_dot_product_attention(
        *wide, is_causal=True
    )
    ours = torch.cat(
        [
            alibi_attention(encoding, q, k, v)[:, :, s : s + 256].double()
            - attend(encoding, wide[0][:, :, s : s + 256], *wide[1:], range(s, s + 256), range(2048))
            for s in (0, 1792)
        ],
        -2,
    )
    print(
        f"alibi L = 2048: largest error against float64 {ours.abs().max():.1e}, "
        f"of causal attention without it {plain.abs().max():.1e}"
    )

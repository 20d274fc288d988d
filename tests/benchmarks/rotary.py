"""Rotation of queries and keys, one thread, float32: against a copy, against a multiplication, against libraries."""

from __future__ import annotations

import torch

from posatlas.reference_impl import build
from posatlas.reference_impl.fast import Rotations
from tests.benchmarks.timing import fastest

SIZES = ((8, 8_192, 128), (32, 8_064, 128))  # heads, tokens, width: 32 MB and 129 MB
LIMIT = 0.9


def run() -> None:
    """Print ratios: 1 is as fast as the thing compared with, more is faster."""
    torch.set_num_threads(1)
    for heads, tokens, width in SIZES:
        x, out = torch.randn(1, heads, tokens, width), torch.empty(1, heads, tokens, width)
        size = f"{x.numel() * 4 / 2**20:.0f} MB"
        positions = torch.arange(tokens)
        pairs, halves = (build("rope", head_dim=width, pairing=p) for p in ("interleaved", "half"))
        fast, compiled, eager = (
            Rotations(pairs, positions),
            Rotations(halves, positions, compiled=True),
            Rotations(halves, positions),
        )
        things = {
            "copy": lambda x=x, out=out: out.copy_(x),
            "mul": lambda x=x, out=out: torch.mul(x, 2.0, out=out),
            "interleaved": lambda x=x, out=out, r=fast: r.rotate(x, out),
            "half compiled": lambda x=x, out=out, r=compiled: r.rotate(x, out),
            "half eager": lambda x=x, out=out, r=eager: r.rotate(x, out),
            "interleaved, new memory": lambda x=x, r=fast: r.rotate(x),
            "half, new memory": lambda x=x, r=compiled: r.rotate(x),
            "interleaved, to be read": lambda x=x, e=pairs, p=positions: e.rotate(x, p),
            "half, to be read": lambda x=x, e=halves, p=positions: e.rotate(x, p),
        }
        peers = _peers(x, tokens, width)
        best = fastest({**things, **peers}, rounds=7)
        print(
            f"rotary {size}: interleaved / copy_ {best['copy'] / best['interleaved']:.2f} (at least {LIMIT}); "
            f"half, compiled / mul {best['mul'] / best['half compiled']:.2f} (at least {LIMIT}); "
            f"half, eager / mul {best['mul'] / best['half eager']:.2f}"
        )
        for name in ("interleaved, to be read", "half, to be read"):
            print(f"rotary {size}: the version {name} / copy_ {best['copy'] / best[name]:.3f}")
        for name in peers:
            ours = "interleaved" if "rotary-embedding-torch" in name or "x-transformers" in name else "half"
            reused = "interleaved" if ours == "interleaved" else "half compiled"
            print(
                f"rotary {size}: {ours} is {best[name] / best[f'{ours}, new memory']:.2f} times as fast as {name} with "
                f"new memory, {best[name] / best[reused]:.2f} with a reused buffer"
            )


def _peers(x: torch.Tensor, tokens: int, width: int) -> dict[str, object]:
    """Installed libraries that rotate the same tensor; each allocates its result."""
    found: dict[str, object] = {}
    try:
        import transformers
        from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

        angles = torch.arange(tokens)[:, None] * 10000.0 ** (-torch.arange(0, width, 2) / width)
        cos, sin = (torch.cat((t, t), -1)[None] for t in (angles.cos(), angles.sin()))
        half = x[:, : x.shape[1] // 2], x[:, x.shape[1] // 2 :]
        found[f"transformers {transformers.__version__} apply_rotary_pos_emb"] = lambda: apply_rotary_pos_emb(
            *half, cos, sin
        )
    except ImportError:
        print("rotary: transformers is not installed, so not compared")
    try:
        from importlib.metadata import version

        from rotary_embedding_torch import apply_rotary_emb

        angles = (torch.arange(tokens)[:, None] * 10000.0 ** (-torch.arange(0, width, 2) / width)).repeat_interleave(
            2, -1
        )
        found[f"rotary-embedding-torch {version('rotary-embedding-torch')} apply_rotary_emb"] = lambda: (
            apply_rotary_emb(angles, x)
        )
    except ImportError:
        print("rotary: rotary-embedding-torch is not installed, so not compared")
    try:
        from importlib.metadata import version

        from x_transformers.x_transformers import apply_rotary_pos_emb as theirs

        freqs = torch.arange(tokens)[:, None] * 10000.0 ** (-torch.arange(0, width, 2) / width)
        freqs = freqs.repeat_interleave(2, -1)[None]
        found[f"x-transformers {version('x-transformers')} apply_rotary_pos_emb"] = lambda: theirs(x, freqs)
    except ImportError:
        print("rotary: x-transformers is not installed, so not compared")
    return found

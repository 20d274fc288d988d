"""What a method does to attention when nothing but position differs between the tokens.

Sixteen tokens with the same content: every number of every query and key is 1. A method that acts on embeddings gets
embeddings of ones, and what it makes of them are the queries and the keys. The method is built with the first of its
standard builds. Numbers that training would learn are random, from a fixed seed. Of several heads the first is taken.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from posatlas.attention_figures import SIZE, AttentionFigure, attention_figure_key
from posatlas.reference_impl import Context, build
from posatlas.reference_impl.attention import logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import layer, shaken, surroundings
from posatlas.schema.properties import STANDARD_BUILDS

__all__ = ["attention_figure", "drawn_scores", "same_tokens", "subject"]

GRIDS: Final = {0: (SIZE,), 2: (4, 4), 3: (4, 2, 2)}
SEED: Final = 7
DIGITS: Final = 4


def subject(method: str) -> PositionEncoding:
    """The method in its first standard build, its learned numbers at random; always the same."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(SEED)
        return shaken(build(method, **STANDARD_BUILDS[method][0])).eval()


def same_tokens(encoding: PositionEncoding) -> tuple[Tensor, Tensor, Context]:
    """Queries and keys [heads, 16, head_dim] of sixteen tokens with the same content, and their context.

    The mask hides later keys only from methods that say nothing about them.
    """
    options = STANDARD_BUILDS[encoding.method][0]
    sizes = layer(options)
    grid = GRIDS[encoding.position_axes]
    places = torch.cartesian_prod(*(torch.arange(side) for side in grid))
    ones = torch.ones(SIZE, sizes.width, dtype=torch.float64)
    around = surroundings(encoding, SIZE, hidden=ones, batch=())
    around |= {"token_ids": torch.zeros(SIZE, dtype=torch.long)}
    allowed = torch.ones(SIZE, SIZE, dtype=torch.bool)
    ctx = Context(places, places, allowed.tril() if encoding.causal_only else allowed, **around)
    if "embed" in encoding.hooks_overridden():
        q = encoding.embed(ones, places, ctx)[None]
    else:
        q = torch.ones(sizes.heads, SIZE, sizes.head_dim, dtype=torch.float64)
    return q, q, ctx


def drawn_scores(encoding: PositionEncoding) -> tuple[Tensor, str]:
    """Scores of the first head, [16, 16], NaN where the query may not see the key; and what they are.

    logits: what softmax turns into weights. weights: the weights themselves, where the method takes no softmax.
    """
    with torch.no_grad():
        q, k, ctx = same_tokens(encoding)
        around = {name: getattr(ctx, name) for name in ("length", "hidden_q", "hidden_k", "token_ids", "layer", "step")}
        scores = logits(encoding, q, k, ctx.q_positions, ctx.k_positions, **around)
        weights = encoding.weights(scores, ctx)
    hidden = weights == 0
    plain = scores.masked_fill(hidden, -torch.inf).softmax(-1)
    softmax = torch.allclose(plain, weights, atol=1e-12)
    return (scores if softmax else weights)[0].masked_fill(hidden[0], torch.nan), "logits" if softmax else "weights"


def attention_figure(method: str) -> AttentionFigure:
    """The numbers of the figure of one method, with four significant digits."""
    encoding = subject(method)
    scores, drawn = drawn_scores(encoding)
    rows = tuple(tuple(None if v != v else float(f"{v:.{DIGITS}g}") for v in row) for row in scores.tolist())
    return AttentionFigure(
        method,
        attention_figure_key(method),
        {name: list(v) if isinstance(v, tuple) else v for name, v in STANDARD_BUILDS[method][0].items()},
        drawn,
        1 if "embed" in encoding.hooks_overridden() else layer(STANDARD_BUILDS[method][0]).heads,
        GRIDS[encoding.position_axes],
        "embed" in encoding.hooks_overridden(),
        bool(encoding.state_dict()) or "generator" in encoding.needs,
        rows,
    )

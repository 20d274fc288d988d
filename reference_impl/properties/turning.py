"""Methods that turn some channels and leave others: what rests, what is shared, where a logit is largest."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context, logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import layer, normal, vector_width
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    count,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)

FAR = (1, 5, 77, 4_099)


@measures("channels_at_rest")
def channels_at_rest(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Number of channels that no position changes, in any head, for queries and keys, over eight random vectors."""
    x = normal("at rest", getattr(encoding, "heads", 1), 8, vector_width(build))
    rests = torch.ones(x.shape[-1], dtype=torch.bool)
    for position in FAR:
        at = torch.full((x.shape[-2],), position)
        for role in ("query", "key"):
            rests &= (encoding.features(x, at, role, Context(at, at)) == x).flatten(0, 1).all(0)
    return count(int(rests.sum()), given["equals"], symbols(build, given))


@measures("largest_logit_at_own_position")
def largest_logit_at_own_position(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest excess over the logit at distance 0, over heads and eight draws of one query and one key."""
    one, length = layer(build, grouped=False), given["length"]
    q, k = (normal(name, 8, one.heads, 1, one.head_dim) for name in ("query", "key"))
    found = logits(encoding, q, k.expand(-1, -1, length, -1), torch.tensor([length - 1]), torch.arange(length))
    by_distance = found[..., 0, :].flip(-1)
    excess = float((by_distance[..., 1:] - by_distance[..., :1]).max())
    allowed = tolerance(length, max(1.0, largest(by_distance)))
    return Measurement(excess, allowed, excess <= allowed)


@measures("one_rotary_key_for_all_heads")
def one_rotary_key_for_all_heads(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of the assembled key from its parts, and between heads of the rotated channels."""
    c, r = build["content_dim"], build["rotary_dim"]
    content, shared = normal("content", 2, 3, 4, c), normal("shared", 2, 1, 4, r)
    key = encoding.key(content, shared)
    if key.shape != (2, 3, 4, c + r):
        return Measurement(f"shape {list(key.shape)}", None, False)
    at = torch.full((4,), given["position"])
    turned = encoding.features(key, at, "key", Context(at, at))
    apart = (key[..., :c] - content, key[..., c:] - shared, turned[..., :c] - content,
             turned[..., c:] - turned[..., :1, :, c:])
    return within(largest(torch.cat([each.flatten() for each in apart])), tolerance())

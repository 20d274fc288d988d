"""Tables read by offset, and positions that count what stands between two tokens."""

from __future__ import annotations

import copy

import torch
from torch import Tensor

from posatlas.reference_impl import attend, logits
from posatlas.reference_impl import build as built
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import contribution, layer, normal, other_method, shaken, surroundings
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    NotMeasurable,
    Values,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)

NOTICED = 1e-3
CLOSE = 1e-10


@measures("sequence_gives")
def sequence_gives(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the numbers listed; where there are more or fewer of them, how many."""
    sequence = torch.tensor(given["sequence"])
    if sequence.is_floating_point():
        sequence = torch.tensor(given["sequence"], dtype=torch.float64)
    if given["square"]:
        sequence = sequence.reshape(round(len(sequence) ** 0.5), -1)
    found = getattr(encoding, given["quantity"])(sequence).detach().double().flatten()
    found = found[~found.isneginf()]
    want = torch.tensor(given["numbers"], dtype=torch.float64)
    if found.shape != want.shape:
        return Measurement(f"{len(found)} numbers", given["within"], False)
    return within(largest(found - want), given["within"])


def _over_distances(encoding: PositionEncoding, build: Values, given: Values) -> Tensor:
    """Logits [heads, distances] of one query and one key at each distance of the range."""
    if encoding.causal_only and given["from"] < 0:
        raise NotMeasurable(f"{encoding.method} says nothing about later keys: from must be 0 or more")
    one = layer(build, grouped=False)
    distances = torch.arange(given["from"], given["to"] + 1)
    q, k = normal("query", one.heads, 1, one.head_dim), normal("key", one.heads, 1, one.head_dim)
    return logits(shaken(encoding), q, k.expand(-1, len(distances), -1), torch.tensor([0]), -distances)[:, 0]


@measures("far_offsets_alike")
def far_offsets_alike(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest minus smallest logit over the distances, in the head where this is most."""
    found = _over_distances(encoding, build, given)
    return within(float((found.amax(-1) - found.amin(-1)).max()), tolerance(size=max(1.0, largest(found))))


@measures("distances_apart")
def distances_apart(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Smallest difference between two logits of one head."""
    found = _over_distances(encoding, build, given).sort(-1).values
    smallest = float(found.diff(dim=-1).min())
    return Measurement(smallest, 1e-9, smallest > 1e-9)


def _visible(one_logits: Tensor) -> Tensor:
    """Logits of pairs whose key is no later than the query, the others 0."""
    return one_logits.tril()


@measures("stretch_unnoticed")
def stretch_unnoticed(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of a visible logit."""
    one, at, moved = layer(build), torch.arange(given["length"]), shaken(encoding)
    x = one.tokens(given["length"])
    before, after = (_visible(one.logits(moved, x, at * factor)) for factor in (1, given["factor"]))
    return within(largest(after - before), tolerance(size=max(1.0, largest(before))))


@measures("tokens_between_noticed")
def tokens_between_noticed(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of the logit of the last query and the first key."""
    one, at, moved = layer(build), torch.arange(given["length"]), shaken(encoding)
    x = one.tokens(given["length"])
    others = torch.cat((x[:, :1], one.tokens(given["length"], "others")[:, 1:-1], x[:, -1:]), 1)
    before, after = (one.logits(moved, tokens, at)[..., -1, 0] for tokens in (x, others))
    found = largest(after - before)
    return Measurement(found, NOTICED, found > NOTICED)


@measures("hidden_key_unnoticed")
def hidden_key_unnoticed(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of an output of the other tokens, under a causal mask that hides the middle one."""
    one, length, moved = layer(build), given["length"], shaken(encoding)
    at, middle = torch.arange(length), length // 2
    x = one.tokens(length)
    others = torch.where((at == middle)[:, None], one.tokens(length, "others"), x)
    mask = (at != middle).expand(length, -1)
    before, after = (
        attend(moved, *one.project(t), at, at, True, mask, **surroundings(moved, length, hidden=t))
        for t in (x, others)
    )
    return within(largest((after - before)[..., at != middle, :]), tolerance(size=10))


@measures("same_logits_in_a_row")
def same_logits_in_a_row(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a visible logit between the two methods."""
    mine = shaken(encoding)
    with torch.no_grad():
        for name, value in (given["parameters"] or {}).items():
            dict(mine.named_parameters())[name].fill_(value)
    one, at = layer(build), 3 + given["step"] * torch.arange(given["length"])
    x = one.tokens(given["length"])
    other = other_method(given).double()
    first, second = (_visible(one.logits(method, x, at)) for method in (mine, other))
    apart = first - given["times"].evaluate(symbols(build, given)) * second
    return within(largest(apart), CLOSE * max(1.0, largest(second)))


@measures("gate_equals")
def gate_equals(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a gate, read off a table whose row r is r times one vector."""
    one, at = layer(build, heads=3, grouped=False), torch.arange(9)
    direction = normal("direction", one.head_dim)
    straight = copy.deepcopy(encoding).double()
    with torch.no_grad():
        straight.embedding.copy_(torch.arange(build["maximum"])[:, None] * direction)
    q, k = (normal(name, 3, 9, one.head_dim) for name in ("q", "k"))
    added = (logits(straight, q, k, at, at) - logits(built("nope"), q, k, at, at)).diagonal(dim1=-2, dim2=-1)
    gates, products = added / (q @ direction), (q * k).sum(-1)
    names = symbols(build, given) | {"d": one.head_dim}
    want = [given["formula"].evaluate(names | {"qk": qk}) for qk in products.flatten().tolist()]
    return within(largest(gates.flatten() - torch.tensor(want, dtype=torch.float64)), CLOSE)


@measures("skew_realigns")
def skew_realigns(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the skewed products, scaled, and what the method adds to a logit."""
    one, moved = layer(build), shaken(encoding)
    x = one.tokens(build["length"])
    q, _, _ = one.project(x)
    skewed = moved.skew(q @ moved.relative.transpose(-1, -2)) / one.head_dim**0.5
    apart = skewed - contribution(moved, one, x)
    apart = apart.tril() if given["pairs"] == "visible" else apart.triu(1)
    return within(largest(apart), tolerance(size=max(1.0, largest(skewed))))


@measures("content_to_position_is_shaw")
def content_to_position_is_shaw(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a logit from Shaw's, over heads and offsets from -k to k, k being the span."""
    moved, one, k_max = shaken(encoding), layer(build, grouped=False), build["span"]
    offsets = torch.arange(-k_max, k_max + 1)
    rows = len(moved.relative)
    in_order = (rows // 2 - offsets).clamp(0, rows - 1)  # Shaw's rows go by key - query, these by query - key
    q, k = normal("q", one.heads, 1, one.head_dim), normal("k", one.heads, 1, one.head_dim)
    keys = k.expand(-1, len(offsets), -1)
    with torch.no_grad():
        moved.query.zero_()
    found, apart = logits(moved, q, keys, torch.tensor([0]), -offsets), []
    with torch.random.fork_rng(devices=[]):
        shaw = built("shaw-relative", head_dim=one.head_dim, clip=k_max, values=False).double()
    for head in range(one.heads):
        with torch.no_grad():
            shaw.key.copy_((moved.relative @ moved.key[head].T)[in_order])
        h = slice(head, head + 1)
        expected = logits(shaw, q[h], keys[h], torch.tensor([0]), -offsets) / 3**0.5
        apart.append(found[h] - expected)
    return within(largest(torch.cat(apart)), tolerance(size=max(1.0, largest(found))))


@measures("same_as_clipped_table")
def same_as_clipped_table(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a logit between each head and Shaw's key term with that head's rows."""
    length, moved = build["length"], shaken(encoding)
    one = layer(build, grouped=False)
    keys = torch.arange(length)
    queries = torch.tensor([length - 1]) if given["distances"] == "within" else torch.tensor([2 * length - 1])
    q, k = normal("q", one.heads, 1, one.head_dim), normal("k", one.heads, length, one.head_dim)
    found, apart = logits(moved, q, k, queries, keys), []
    with torch.random.fork_rng(devices=[]):
        clipped = built("shaw-relative", head_dim=one.head_dim, clip=length - 1, values=False).double()
    for head in range(one.heads):
        with torch.no_grad():
            clipped.key[:length] = moved.relative[head]
        h = slice(head, head + 1)
        apart.append(found[h] - logits(clipped, q[h], k[h], queries, keys))
    return within(largest(torch.cat(apart)), tolerance(size=max(1.0, largest(found))))

"""Cost, hooks, accepted positions, and the vector that enters attention: questions for any method."""

from __future__ import annotations

import torch

from posatlas.reference_impl import Context, attend, logits
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import carried, layer, normal, places, surroundings, vector_width
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    count,
    greatest,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)


@measures("parameter_count")
def parameter_count(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Number of learned parameters."""
    return count(sum(p.numel() for p in encoding.parameters()), given["equals"], symbols(build, given))


@measures("stored_numbers")
def stored_numbers(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Number of parameters, buffers (saved or not) and tensors kept as plain attributes."""
    kept = {id(t): t for t in (*encoding.parameters(), *encoding.buffers())}
    for module in encoding.modules():
        kept |= {id(t): t for t in vars(module).values() if isinstance(t, torch.Tensor)}
    return count(sum(t.numel() for t in kept.values()), given["equals"], symbols(build, given))


@measures("enters_at")
def enters_at(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Names of the hooks that the class overrides."""
    found = encoding.hooks_overridden()
    return Measurement(", ".join(found) or "none", None, set(found) == set(given["hooks"]))


def _at(encoding: PositionEncoding, build: Values, position: int) -> torch.Tensor:
    """Outputs of one query at the position, over keys there and just before."""
    one = layer(build)
    positions = torch.tensor([max(position - 1, 0), position])
    around = surroundings(encoding, 2) | {"length": position + 1}
    hidden = encoding.embed(one.tokens(2), positions, Context(positions, positions, **around))
    q, k, v = one.project(hidden)
    around |= {"hidden_q": hidden[..., 1:, :], "hidden_k": hidden}
    return attend(encoding, q[..., 1:, :], k, v, positions[1:], positions, **around)


@measures("accepts_position")
def accepts_position(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Outputs there are finite; else what was raised."""
    try:
        finite = bool(_at(encoding, build, given["position"]).isfinite().all())
    except Exception as error:
        return Measurement(type(error).__name__, None, False)
    return Measurement("finite" if finite else "not finite", None, finite)


@measures("rejects_position")
def rejects_position(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """A ValueError there; any other error, or none, is no rejection."""
    try:
        _at(encoding, build, given["position"])
    except ValueError:
        return Measurement("ValueError", None, True)
    except Exception as error:
        return Measurement(type(error).__name__, None, False)
    return Measurement("accepted", None, False)


@measures("distinct_positions")
def distinct_positions(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Smallest distance between the vectors of two positions, for one token.

    Vectors are sorted along a random direction and compared with their four next neighbours: equal vectors
    are neighbours in any direction.
    """
    width = vector_width(build)
    x = normal("one token", width).expand(given["length"], width)
    rows = carried(encoding, x, torch.arange(given["length"])).detach()
    rows = rows[(rows @ normal("direction", rows.shape[-1])).argsort()]
    smallest = min(
        float((rows[step:] - rows[:-step]).norm(dim=-1).min()) for step in range(1, min(5, len(rows)))
    )
    return Measurement(smallest, 1e-9, smallest > 1e-9)


@measures("same_for_every_call")
def same_for_every_call(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between this build, a second one made with another random state, and a later
    call."""
    one = layer(build)
    x = one.tokens(given["length"])
    first = one.outputs(encoding, x)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(271828)
        twin = type(encoding)(**build)
    one.outputs(encoding, one.tokens(max(2, given["length"] // 2), "others"))
    found = greatest(largest(first - one.outputs(twin, x)), largest(first - one.outputs(encoding, x)))
    learned = sum(p.numel() for p in encoding.parameters())
    return Measurement(
        found if found or not learned else f"{learned} learned numbers", 0.0, found == 0 and not learned
    )


@measures("norm_kept")
def norm_kept(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest relative change of the norm over 32 random queries and keys."""
    x = normal("norms", 32, vector_width(build))
    at = torch.full((32,), given["position"])
    before = x.norm(dim=-1)
    found = greatest(
        *(largest(carried(encoding, x, at, role).norm(dim=-1) / before - 1) for role in ("query", "key"))
    )
    return within(found, tolerance())


@measures("features_change_with_position")
def features_change_with_position(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between one token's vectors at the two positions; both query and key must change."""
    x = normal("one token", 1, vector_width(build))
    first, second = given["positions"]
    found = -greatest(
        *(
            -largest(carried(encoding, x, [first], role) - carried(encoding, x, [second], role))
            for role in ("query", "key")
        )
    )
    allowed = tolerance(max(first, second), largest(x))
    return Measurement(found, allowed, found > allowed)


@measures("features_same_at_positions")
def features_same_at_positions(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between one token's vectors, query or key, at the two positions."""
    x = normal("one token", 1, vector_width(build))
    first, second = given["positions"]
    found = greatest(
        *(
            largest(carried(encoding, x, [first], role) - carried(encoding, x, [second], role))
            for role in ("query", "key")
        )
    )
    return within(found, tolerance(max(first, second), largest(x)))


@measures("cached_key_same_at_any_position")
def cached_key_same_at_any_position(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between one token's key, as it enters attention, at the two positions."""
    x = normal("one token", 1, vector_width(build))
    first, second = (carried(encoding, x, [position], "key") for position in given["positions"])
    return within(largest(first - second), tolerance(max(given["positions"]), largest(x)))


@measures("constants_follow_length")
def constants_follow_length(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a logit when only the context length in the context differs."""
    one = layer(build)
    q, k, _ = one.project(one.tokens(12))
    around = surroundings(encoding, 12)
    short, long = (logits(encoding, q, k, **around | {"length": length}) for length in given["lengths"])
    found, allowed = largest(long - short), tolerance(12, max(1.0, largest(short)))
    return Measurement(found, allowed, found > allowed)


@measures("key_cache_numbers_per_token")
def key_cache_numbers_per_token(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Width of a key as the feature hook returns it."""
    one = layer(build, head_dim=given["head_dim"])
    at = places(encoding, 3)
    ctx = Context(at, at, **surroundings(encoding, 3))
    _, k, _ = one.project(encoding.embed(one.tokens(3), at, ctx))
    width = encoding.features(one.repeated(k), at, "key", ctx).shape[-1]
    return count(width, given["equals"], symbols(build, given) | {"d": one.head_dim})


@measures("values_unchanged")
def values_unchanged(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change that `embed` makes to tokens, or the method makes to the weighted sum of values."""
    one = layer(build)
    rows, positions = torch.arange(given["length"]), places(encoding, given["length"])
    x = one.tokens(given["length"])
    around = surroundings(encoding, given["length"])
    hidden = encoding.embed(x, positions, Context(positions, positions, **around))
    q, k, v = one.project(x)
    scores = logits(encoding, q, k, positions, positions, **around).masked_fill(rows[:, None] < rows, -torch.inf)
    plain = scores.softmax(-1) @ one.repeated(v)
    found = greatest(largest(hidden - x), largest(attend(encoding, q, k, v, positions, positions, **around) - plain))
    return within(found, tolerance(size=10))

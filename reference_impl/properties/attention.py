"""Logits and outputs of one layer of self-attention: what permuting, moving, caching and other tokens
change."""

from __future__ import annotations

import torch
from torch import Tensor

from posatlas.reference_impl import Context, attend
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.caching import Cached
from posatlas.reference_impl.properties.draws import contribution, layer, normal, places, surroundings
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    Values,
    greatest,
    largest,
    measures,
    symbols,
    tolerance,
    within,
)

NOTICED = 1e-3


def _permuted(encoding: PositionEncoding, build: Values, given: Values) -> float:
    """Largest difference between the outputs of permuted tokens and the permuted outputs."""
    one = layer(build)
    x = one.tokens(given["length"])
    order = normal("permutation", given["length"]).argsort()
    if bool((order == torch.arange(len(order))).all()):
        order = order.roll(1)
    outputs = one.outputs(encoding, x, given["causal"])
    permuted = one.outputs(encoding, x[:, order], given["causal"])
    return largest(permuted - outputs[:, :, order])


@measures("permutation_equivariant")
def permutation_equivariant(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the outputs of permuted tokens and the permuted outputs."""
    return within(_permuted(encoding, build, given), tolerance(size=10))


@measures("permutation_noticed")
def permutation_noticed(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the outputs of permuted tokens and the permuted outputs."""
    found = _permuted(encoding, build, given)
    return Measurement(found, NOTICED, found > NOTICED)


@measures("cached_decode_matches")
def cached_decode_matches(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between one pass over all tokens and decoding one by one; every token is seen
    once."""
    one = layer(build)
    x = one.tokens(given["length"])
    full = one.outputs(encoding, x)
    decoder = Cached(encoding)
    keys: list[Tensor] = []
    values: list[Tensor] = []
    found = 0.0
    for step in range(given["length"]):
        now = torch.tensor([step])
        around = surroundings(encoding, step + 1)
        ctx = Context(now, now, **around | {n: around[n][..., -1:, :] for n in ("hidden_q", "hidden_k")})
        q, k, v = one.project(encoding.embed(x[:, step : step + 1], now, ctx))
        keys.append(encoding.features(one.repeated(k), now, "key", ctx))
        values.append(one.repeated(v))
        around = surroundings(encoding, step + 1, 1)
        out = attend(decoder, q, torch.cat(keys, -2), torch.cat(values, -2), now, torch.arange(step + 1), **around)
        found = greatest(found, largest(out - full[..., step : step + 1, :]))
    return within(found, tolerance(given["length"], size=10))


def _shifted(encoding: PositionEncoding, build: Values, given: Values) -> tuple[float, float]:
    """Largest change of a logit when all positions move, and what rounding explains."""
    one = layer(build)
    length = given["length"]
    x = one.tokens(length)
    near = torch.arange(length)
    queries = max(1, 2 * length // 3)
    before = one.logits(encoding, x, near, queries)
    after = one.logits(encoding, x, near + given["shift"], queries)
    return largest(after - before), tolerance(length + given["shift"], max(1.0, largest(before)))


@measures("offset_only")
def offset_only(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of a logit when all positions move; the queries are the later two thirds of the
    tokens."""
    return within(*_shifted(encoding, build, given))


@measures("shift_noticed")
def shift_noticed(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of a logit when all positions move; the queries are the later two thirds of the
    tokens."""
    found, allowed = _shifted(encoding, build, given)
    return Measurement(found, allowed, found > allowed)


@measures("output_independent_of_values")
def output_independent_of_values(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the outputs for two draws of values."""
    one = layer(build)
    at, around = places(encoding, given["length"]), surroundings(encoding, given["length"])
    q, k, v = one.project(encoding.embed(one.tokens(given["length"]), at, Context(at, at, **around)))
    mine, others = (attend(encoding, q, k, values, at, at, **around) for values in (v, normal("others", *v.shape)))
    return within(largest(mine - others), tolerance())


@measures("bias_static")
def bias_static(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between what is added for two draws of tokens, four sequences in all."""
    one = layer(build)
    draws = torch.cat(
        [contribution(encoding, one, one.tokens(given["length"], label)) for label in ("one", "two")]
    )
    return within(largest(draws - draws[:1]), tolerance(size=max(1.0, largest(draws))))


@measures("logits_equal")
def logits_equal(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the formula, qk being the product of the vectors that the feature hook
    returns."""
    one = layer(build)
    length = given["length"]
    positions = torch.arange(length)
    q, k, _ = one.project(encoding.embed(one.tokens(length), positions))
    ctx = Context(positions, positions)
    products = encoding.features(q, positions, "query", ctx) @ one.repeated(
        encoding.features(k, positions, "key", ctx)
    ).transpose(-1, -2)
    found = one.logits(encoding, one.tokens(length), positions)
    names = symbols(build, given) | {"d": one.head_dim}
    slopes = encoding.slopes().tolist() if "heads" in build else [0.0] * one.heads
    worst = 0.0
    for head, slope in enumerate(slopes):
        for i in range(length):
            for j in range(i + 1):
                at = {"m": slope, "i": i, "j": j, "qk": float(products[0, head, i, j])}
                worst = greatest(worst, abs(float(found[0, head, i, j]) - given["formula"].evaluate(names | at)))
    return within(worst, tolerance(length, max(1.0, largest(found))))

"""Vectors that are added to embeddings, what is drawn at random, and how learned numbers start."""

from __future__ import annotations

import copy

import torch
from torch import Tensor

from posatlas.reference_impl import Context
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import surroundings
from posatlas.reference_impl.properties.measuring import (
    Measurement,
    NotMeasurable,
    Values,
    largest,
    measures,
    symbols,
    within,
)

DRAWS = 2000
ERRORS = 5
SEEDS = range(1, 17)  # one draw of a small range can repeat by chance


@measures("table_product_equals")
def table_product_equals(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The product; compared relative to the size expected."""
    at = torch.tensor([float(p) for p in given["positions"]], dtype=torch.float64).reshape(2, -1)
    at = at if encoding.position_axes else at[:, 0]
    width = build.get("width") or encoding.width
    around = {n: t[0] if isinstance(t, Tensor) else t for n, t in surroundings(encoding, 2).items()}
    zeros = torch.zeros(2, width, dtype=torch.float64)
    rows = encoding.embed(zeros, at, Context(at, at, **around | {"step": given["step"]})).detach()
    found = float(rows[0] @ rows[1])
    expected = given["equals"].evaluate(symbols(build, given))
    result = within(abs(found - expected), given["within"] * max(abs(expected), 1e-12))
    return Measurement(found, result.tolerance, result.holds)


def _context(length: int, seed: int) -> Context:
    at = torch.arange(length)
    return Context(at, at, length=length, generator=torch.Generator(at.device).manual_seed(seed))


def _drawn(encoding: PositionEncoding, given: Values) -> Tensor:
    """[draws, numbers] of what is drawn in training mode, one seed a draw."""
    encoding, what = copy.deepcopy(encoding).train(), given["what"]
    if what == "steps" and given["length"] < 2:
        raise NotMeasurable("one token has no steps; give a length of at least 2")
    rows = []
    for seed in range(DRAWS):
        ctx = _context(given["length"], seed)
        if what in ("positions", "steps"):
            placed = encoding.placed(ctx.q_positions, ctx)
            rows.append(placed if what == "positions" else placed.diff())
        else:
            drawn = encoding.drawn(ctx.q_positions, ctx)
            if what not in drawn:
                raise NotMeasurable(f"{encoding.method} draws no {what}; it draws {', '.join(drawn)}")
            rows.append(drawn[what])
    return torch.stack(rows).double()


@measures("drawn_between")
def drawn_between(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The smallest and the largest number drawn."""
    found, names = _drawn(encoding, given), symbols(build, given)
    low, high = float(found.min()), float(found.max())
    least, most = given["least"].evaluate(names), given["most"].evaluate(names)
    rounding = 1e-12 * max(1.0, abs(least), abs(most))
    inside = least - rounding <= low and high <= most + rounding
    near = max(low - least, most - high) <= given["within"] + rounding
    return Measurement(f"{low:.6g} to {high:.6g}", given["within"], inside and (near or not given["reaches"]))


@measures("drawn_mean")
def drawn_mean(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The mean; allowed are five standard errors of it."""
    found = _drawn(encoding, given)
    if given["index"] >= found.shape[1]:
        raise NotMeasurable(f"there are {found.shape[1]} numbers, none with index {given['index']}")
    column = found[:, given["index"]]
    allowed = ERRORS * float(column.std()) / DRAWS**0.5
    expected = given["equals"].evaluate(symbols(build, given) | {"N": given["length"]})
    result = within(abs(float(column.mean()) - expected), allowed)
    return Measurement(float(column.mean()), result.tolerance, result.holds)


def _vectors(encoding: PositionEncoding, build: Values, given: Values, seed: int) -> Tensor:
    """What is added to a batch of two empty sequences: [2, length, width]."""
    encoding = copy.deepcopy(encoding).train(given["training"])
    ctx = _context(given["length"], seed)
    return encoding.embed(torch.zeros(2, given["length"], build["width"], dtype=torch.float64), ctx.q_positions, ctx)


@measures("batch_shares_draw")
def batch_shares_draw(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the two sequences, over 16 draws."""
    pairs = torch.stack([_vectors(encoding, build, given, seed) for seed in SEEDS])
    return within(largest(pairs[:, 0] - pairs[:, 1]), 0.0)


@measures("redrawn")
def redrawn(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between the first of 16 seeds and the others; the same seed twice must give no difference."""
    once, again = (torch.stack([_vectors(encoding, build, given, seed) for seed in SEEDS]) for _ in range(2))
    if largest(once - again):
        return Measurement("not repeatable", 0.0, False)
    found = largest(once - once[0])
    return Measurement(found, 0.0, found > 0)


@measures("initial_spread")
def initial_spread(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """The standard deviation; the mean is compared too."""
    state = encoding.state_dict()
    if given["name"] not in state:
        raise NotMeasurable(f"{encoding.method} has no {given['name']}; it has {', '.join(state) or 'no state'}")
    values, names = state[given["name"]].double().flatten(), symbols(build, given)
    expected = given["deviation"].evaluate(names)
    if len(values) < 2 or not expected > 0:
        raise NotMeasurable("a spread is asked of two numbers or more, and expected above 0")
    mean, found = float(values.mean()), float(values.std())
    away = max(abs(found - expected), abs(mean - given["mean"].evaluate(names))) / expected
    return Measurement(found, given["within"], away <= given["within"])

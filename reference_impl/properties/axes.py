"""Positions with several axes: lines through the grid, moves along one axis, terms that see one axis each; and
words whose embedding turns with the position."""

from __future__ import annotations

import torch
from torch import Tensor

from posatlas.reference_impl import Context, logits
from posatlas.reference_impl import build as built
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import normal, shaken
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

PLACES = torch.tensor([3, 0, 7, 1, 12, 5, 31])
CELLS = 40


def _heads(encoding: PositionEncoding, n: int) -> tuple[Tensor, Tensor]:
    """q and k [heads, n, head_dim] at random."""
    heads, width = getattr(encoding, "heads", 3), encoding.head_dim
    return normal("axes q", heads, n, width), normal("axes k", heads, n, width)


def _fits(encoding: PositionEncoding, vector: list[float]) -> Tensor:
    if len(vector) != encoding.position_axes:
        raise NotMeasurable(f"{encoding.method} has {encoding.position_axes} axes, not {len(vector)}")
    return torch.tensor(vector, dtype=torch.float64)


def _scores(encoding: PositionEncoding, at: Tensor) -> Tensor:
    """Logits [heads, n, n] of random tokens at these positions; of a table that is added, the products of its rows."""
    if hasattr(encoding, "table"):
        rows = encoding.table(at)
        return rows @ rows.T
    return logits(encoding, *_heads(encoding, len(at)), at, at)


def _apart(one: Tensor, two: Tensor) -> float:
    return largest(one - two) / max(1.0, largest(two))


@measures("same_as_on_line")
def same_as_on_line(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a logit from that of the other method along the line."""
    line = _fits(encoding, given["line"])
    origin = _fits(encoding, given["origin"] or [0] * encoding.position_axes)
    other = built(given["method"], **given["options"])
    encoding = shaken(encoding)
    for name, value in (given["parameters"] or {}).items():
        dict(encoding.named_parameters())[name].fill_(value)
    q, k = _heads(encoding, len(PLACES))
    at = origin + PLACES[:, None] * line
    found, expected = logits(encoding, q, k, at, at), logits(other, q, k, PLACES, PLACES)
    return within(_apart(found, expected), tolerance(float(at.abs().max())))


@measures("same_as_with_axes")
def same_as_with_axes(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a logit from that of the other method, over cells of a grid."""
    other, encoding = built(given["method"], **given["options"]), shaken(encoding)
    if sorted(given["order"]) != list(range(encoding.position_axes)):
        raise NotMeasurable(f"order names each of the {encoding.position_axes} axes of {encoding.method} once")
    q, k = _heads(encoding, len(PLACES))
    at = torch.stack([PLACES.roll(2 * axis) for axis in range(encoding.position_axes)], -1)
    turned = at[..., given["order"]]
    return within(_apart(logits(encoding, q, k, at, at), logits(other, q, k, turned, turned)), tolerance(CELLS))


@measures("starts_as")
def starts_as(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of a logit from that of the other method, over cells of a grid."""
    other = built(given["method"], **given["options"])
    encoding = shaken(encoding)
    directions = torch.full((encoding.heads,), float(given["direction"]), dtype=torch.float64)
    encoding.frequencies.copy_(encoding.initial_frequencies(directions))
    q, k = _heads(encoding, len(PLACES))
    at = torch.stack((PLACES, PLACES.roll(2)), -1)
    return within(_apart(logits(encoding, q, k, at, at), logits(other, q, k, at, at)), tolerance(CELLS))


@measures("start_is")
def start_is(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of the two frequencies of one pair from the formulas."""
    directions = torch.full((encoding.heads,), float(given["direction"]), dtype=torch.float64)
    found = encoding.initial_frequencies(directions)[:, :, given["pair"]]
    names = symbols(build, given)
    want = torch.tensor([[given[axis].evaluate(names)] for axis in ("y", "x")], dtype=torch.float64)
    return within(largest(found - want), tolerance())


@measures("starts_in_drawn_directions")
def starts_in_drawn_directions(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Distance of the directions of pair 0 from a uniform distribution, where the other pairs follow it."""
    if encoding.heads < 16:
        raise NotMeasurable(f"{encoding.heads} directions do not tell how they are spread; build 16 heads or more")
    y, x = encoding.frequencies.double()
    directions = torch.atan2(y[:, 0], x[:, 0])
    found = largest(encoding.frequencies - encoding.initial_frequencies(directions))
    if found > 1e-6:  # float32
        return Measurement(found, 1e-6, False)
    share = (directions.sort().values / (2 * torch.pi)) % 1.0
    steps = torch.arange(1, len(share) + 1) / len(share)
    return within(largest(share.sort().values - steps), 1.4 / len(share) ** 0.5)  # of 25 uniform draws one is farther


@measures("unchanged_by_shift")
def unchanged_by_shift(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of a logit, or of a product of two rows, when all positions move."""
    shift, encoding = _fits(encoding, given["shift"]), shaken(encoding)
    at = torch.stack([PLACES.roll(axis) for axis in range(encoding.position_axes)], -1)
    found = _apart(_scores(encoding, at + shift), _scores(encoding, at))
    return within(found, tolerance(float(shift.abs().max()) + CELLS))


@measures("axes_add")
def axes_add(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest mixed second difference of the score of two tokens when one of them moves along two axes."""
    encoding = shaken(encoding)
    axes, mixed, size = encoding.position_axes, [], 1.0
    at = torch.stack([PLACES.roll(axis) for axis in range(axes)], -1)
    if not hasattr(encoding, "table"):
        q, k = _heads(encoding, len(at))

    def score(moved: Tensor) -> Tensor:
        if hasattr(encoding, "table"):
            return encoding.table(at + moved) @ encoding.table(at).T
        return logits(encoding, q, k, at + moved, at)

    for first in range(axes):
        for second in range(first):
            a, b = (torch.eye(axes, dtype=torch.long)[axis] * step for axis, step in ((first, 5), (second, 3)))
            corners = [score(moved) for moved in (a + b, a, b, a * 0)]
            mixed.append(corners[0] - corners[1] - corners[2] + corners[3])
            size = max(size, *(largest(corner) for corner in corners))
    return within(largest(torch.stack(mixed)) / size, tolerance(CELLS))


@measures("quantity_at")
def quantity_at(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference from the numbers listed."""
    at, text = given["position"], len(given["position"]) == 1 and encoding.position_axes == 3
    position = torch.tensor(at, dtype=torch.float64) if text else _fits(encoding, at)[None]
    found = getattr(encoding, given["quantity"])(position).detach().double().flatten()
    want = torch.tensor([float(v) for v in given["numbers"]], dtype=torch.float64)
    if found.shape != want.shape:
        return Measurement(f"{len(found)} numbers", given["within"], False)
    return within(largest(found - want), given["within"])


@measures("half_of_table_is")
def half_of_table_is(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference of that half from the sinusoidal code of the coordinate."""
    at = torch.stack((PLACES, PLACES.roll(2)), -1)
    names = symbols(build, given)
    coordinate = torch.tensor(
        [given["coordinate"].evaluate(names | {"m": float(m)}) for m in at[:, given["axis"]]], dtype=torch.float64
    )
    sinusoidal = built("sinusoidal", width=build["width"] // 2, layout=build["layout"], base=build["base"])
    half = encoding.table(at).chunk(2, -1)[given["half"] == "second"]
    return within(largest(half - sinusoidal.table(coordinate)), tolerance(CELLS))


@measures("table_rank")
def table_rank(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Dimension of the space of the vectors of a grid: singular values above 1e-9 of the largest."""
    rows, columns = given["grid_rows"], given["grid_columns"]
    cells = torch.cartesian_prod(torch.arange(rows), torch.arange(columns))
    rank = int(torch.linalg.matrix_rank(encoding.table(cells), rtol=1e-9))
    return Measurement(rank, 0.0, rank == given["equals"].evaluate(symbols(build, given)))


def _embedded(encoding: PositionEncoding, x: Tensor, at: list[int], words: list[int]) -> Tensor:
    positions = torch.tensor(at)
    return encoding.embed(x, positions, Context(positions, positions, token_ids=torch.tensor(words)))


def _of_words(encoding: PositionEncoding, given: Values) -> PositionEncoding:
    if max(given["words"]) >= encoding.vocabulary:
        raise NotMeasurable(f"{encoding.method} is built for {encoding.vocabulary} words")
    return shaken(encoding) if given["learned"] == "moved" else encoding


@measures("embeds_in_steps")
def embeds_in_steps(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between embedding twice and at the sum."""
    encoding, x = shaken(encoding), normal("steps", 3, build["width"])
    first, second, words = given["first"], given["second"], [1, 0, 1]
    once = _embedded(encoding, x, [first + second] * 3, words)
    twice = _embedded(encoding, _embedded(encoding, x, [first] * 3, words), [second] * 3, words)
    return within(largest(once - twice), tolerance(first + second))


@measures("word_product_offset_only")
def word_product_offset_only(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest change of a dot product over offsets 0 to 9."""
    encoding, x = _of_words(encoding, given), normal("words", 2, build["width"])

    def products(shift: int) -> Tensor:
        return torch.stack([
            _embedded(encoding, x, [shift + offset, shift], given["words"]).prod(0).sum() for offset in range(10)
        ])

    return within(largest(products(given["shift"]) - products(0)), tolerance(given["shift"], build["width"]))


@measures("words_differ")
def words_differ(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Largest difference between one vector embedded as either word."""
    encoding, x = _of_words(encoding, given), normal("words", 1, build["width"]).expand(2, -1)
    one, two = _embedded(encoding, x, [given["position"]] * 2, given["words"])
    found, allowed = largest(one - two), tolerance(given["position"])
    return Measurement(found, allowed, found > allowed)

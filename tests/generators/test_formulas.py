"""The formulas that pages and scripts share, against the oracles of reference_impl, which share no code with them."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy
import pytest

from posatlas.generators import formulas
from posatlas.generators.formulas import BadFormulas, computed
from posatlas.reference_impl.oracles import (
    alibi,
    dynamic_ntk,
    llama3_rope,
    longrope,
    ntk_aware,
    ntk_by_parts,
    position_interpolation,
    rope,
    t5_relative_bias,
    yarn,
)

WIDTHS, BASES, FACTORS, LENGTHS = (4, 32, 64, 96, 128, 256), (10000, 500000, 10000000), (1, 1.7, 8, 64), (512, 8192)
ORACLES = {
    "rope": lambda d, b, s, L: rope.inverse_frequencies(d, b),
    "positionInterpolation": lambda d, b, s, L: position_interpolation.inverse_frequencies(d, b, s),
    "ntkAware": lambda d, b, s, L: ntk_aware.inverse_frequencies(d, b, s),
    "ntkByParts": lambda d, b, s, L: ntk_by_parts.inverse_frequencies(d, b, s, L),
    "yarn": lambda d, b, s, L: yarn.inverse_frequencies(
        {"head_dim": d, "base": b, "factor": s, "original_length": L, "beta_slow": 1.0, "beta_fast": 32.0,
         "ramp": "dimension", "truncate": True}),
    "llama3": lambda d, b, s, L: llama3_rope.inverse_frequencies(d, b, s, 1.0, 4.0, L),
}  # fmt: skip


def _alike(found: Any, expected: Any) -> None:
    numpy.testing.assert_allclose(found, expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize("name", ORACLES)
def test_frequencies_are_those_of_the_oracle(name: str) -> None:
    compared = 0
    for d, b, s, length in itertools.product(WIDTHS, BASES, FACTORS, LENGTHS):
        found = computed(f"frequencies.{name}", {"d": d, "b": b, "s": s, "L": length})
        _alike(found, ORACLES[name](d, b, s, length))
        compared += len(found)
    assert compared == sum(d // 2 for d in WIDTHS) * len(BASES) * len(FACTORS) * len(LENGTHS)


@pytest.mark.parametrize("truncate", [True, False])
def test_the_ramp_follows_other_limits_too(truncate: bool) -> None:
    for slow, fast in ((1, 32), (2, 7), (0.5, 64)):
        given = {"d": 128, "b": 150000, "s": 32, "L": 4096, "slow": slow, "fast": fast, "truncate": truncate}
        expected = yarn.inverse_frequencies(
            {"head_dim": 128, "base": 150000, "factor": 32, "original_length": 4096, "beta_slow": slow,
             "beta_fast": fast, "ramp": "dimension", "truncate": truncate})  # fmt: skip
        _alike(computed("frequencies.yarn", given), expected)
        kept = ntk_by_parts.kept(128, 150000, 4096, slow, fast)
        numpy.testing.assert_allclose(computed("frequencies.keptByTurns", given), kept, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("variant", ["paper", "transformers", "qwen"])
@pytest.mark.parametrize("length", [1, 2048, 2049, 4096, 4097, 30000])
def test_dynamic_ntk_follows_the_length(variant: str, length: int) -> None:
    alpha = 2.5 if variant == "transformers" else 1.0
    given = {"d": 64, "b": 10000, "l": length, "L": 2048, "alpha": alpha, "variant": variant}
    _alike(
        computed("frequencies.dynamicNtk", given),
        dynamic_ntk.inverse_frequencies(length, 64, 10000.0, 2048, alpha, variant),
    )


def test_longrope_divides_by_the_given_factors() -> None:
    factors = [1.0, 1.05, 2.5, 40.0]
    options = {"head_dim": 8, "base": 10000, "original_length": 16, "short_factors": factors, "long_factors": factors}
    found = computed("frequencies.longrope", {"d": 8, "b": 10000, "factors": factors})
    _alike(found, longrope.inverse_frequencies(17, options))


def test_factors_on_cosine_and_sine() -> None:
    for s, length in itertools.product((0.5, 1, 4, 32), (512, 4096)):
        _alike(computed("frequencies.yarnScale", {"s": s}), yarn.mscale(s))
        _alike(computed("frequencies.longropeScale", {"s": s, "L": length}), longrope.mscale(length, s * length))


def test_numbers_between_given_ones_lie_on_straight_lines() -> None:
    for given, count in (([1, 8], 64), ([1, 1, 5, 40], 17), ([3], 4), ([1, 2, 3], 3), ([2, 6], 1)):
        expected = numpy.interp(numpy.linspace(0, 1, count), numpy.linspace(0, 1, len(given)), given)
        _alike(computed("frequencies.spread", given, count), expected)


def test_what_is_not_defined_is_refused() -> None:
    for name, given in (
        ("rope", {"d": 7, "b": 10000}),
        ("rope", {"d": 8, "b": 1}),
        ("ntkAware", {"d": 2, "b": 10000, "s": 2}),
        ("yarn", {"d": 128, "b": 10000, "s": 2, "L": 1}),
        ("longrope", {"d": 8, "b": 10000, "factors": [1, 2]}),
        ("longrope", {"d": 4, "b": 10000, "factors": [1, 0]}),
    ):
        with pytest.raises(BadFormulas, match=name):
            computed(f"frequencies.{name}", given)


def test_pairs_are_counted_as_published() -> None:
    """The counts of the papers and released models: Llama 2 with NTK-by-parts and Llama 3.1."""
    given = {"d": 128, "b": 10000, "s": 4, "L": 4096, "l": 4096, "lambda": [1]}
    found = computed("wavelengths.summary", given)
    parts, plain = found["parts"], found["rope"]
    assert [parts[name] for name in ("kept", "between", "divided")] == [21, 25, 18]
    assert [plain[name] for name in ("kept", "unfinished")] == [64, 18]
    assert round(plain["longest"]) == 54410
    assert [found["ntk"][name] for name in ("kept", "between", "divided")] == [1, 62, 1]
    llama = computed("wavelengths.summary", {**given, "b": 500000, "s": 8, "L": 8192})["llama3"]
    assert [llama[name] for name in ("kept", "between", "divided")] == [29, 6, 29]


def test_a_method_that_is_not_defined_says_so_and_leaves_the_others() -> None:
    found = computed("wavelengths.summary", {"d": 128, "b": 10000, "s": 2, "L": 1, "l": 2, "lambda": [1, 0]})
    assert {name for name, values in found.items() if "error" in values} == {"yarn", "longrope"}
    assert found["pi"]["divided"] == 64


@pytest.mark.parametrize("heads", [*range(1, 41), 48, 64, 71, 112, 128])
def test_slopes_are_those_of_the_oracle(heads: int) -> None:
    _alike(computed("alibi.codeSlopes", heads), alibi.slopes(heads))
    _alike(computed("alibi.paperSlopes", heads), alibi.slopes(heads, "paper"))


def test_reach_is_where_the_weight_has_fallen_to_the_share() -> None:
    rows = computed("alibi.heads", 12, 0.01)
    assert [row["head"] for row in rows] == list(range(1, 13))
    for row, slope in zip(rows, alibi.slopes(12), strict=True):
        assert math.exp(-slope * row["reach"]) == pytest.approx(0.01, rel=1e-12)
        bias = float(alibi.bias([1000], [1000 - 24], 12)[row["head"] - 1, 0, 0])
        assert computed("alibi.multiplier", row["slope"], 24) == pytest.approx(math.exp(bias), rel=1e-12)


T5 = [(32, 128), (32, 20), (16, 100), (7, 50), (64, 1000), (5, 8)]


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize(("buckets", "largest"), T5)
def test_buckets_are_those_of_the_oracle(buckets: int, largest: int, bidirectional: bool) -> None:
    given = {"buckets": buckets, "maxDistance": largest, "bidirectional": bidirectional}
    offsets = range(-largest - 30, largest + 31)
    expected = [t5_relative_bias.bucket(offset, buckets, largest, bidirectional) for offset in offsets]
    assert [computed("t5.bucket", offset, given) for offset in offsets] == expected
    held: dict[int, list[int]] = {}
    for offset, number in zip(offsets, expected, strict=True):
        held.setdefault(number, []).append(offset)
    rows = computed("t5.table", given)
    assert [row["bucket"] for row in rows] == list(range(2 * (buckets // 2) if bidirectional else buckets))
    for row in rows:
        inside = held.get(row["bucket"], [])
        assert (row["count"] == 0) == (not inside)
        if inside:
            assert row["from"] in (None, inside[0]) and row["to"] in (None, inside[-1])
            assert row["count"] == (None if None in (row["from"], row["to"]) else len(inside))


def test_t5_needs_room_for_its_logarithm() -> None:
    for given in ({"buckets": 32, "maxDistance": 16}, {"buckets": 1, "maxDistance": 16}):
        with pytest.raises(BadFormulas, match="starts"):
            computed("t5.starts", given["buckets"], given["maxDistance"])


def test_a_turned_pair_is_that_of_the_oracle() -> None:
    q, k = [0.8, -0.3], [1.1, 0.4]
    for m, n, theta in itertools.product((0, 3, 17.5, 4096), (0, 5, 4090), (1.0, 0.31, 1e-4)):
        found = computed("rotation.pair", {"q": q, "k": k, "m": m, "n": n, "theta": theta})
        # a head of two channels has the single frequency 1, so positions are angles
        query, key = (rope.rotate([row], [p * theta])[0] for row, p in ((q, m), (k, n)))
        numpy.testing.assert_allclose(found["query"], query, rtol=1e-12, atol=1e-14)
        numpy.testing.assert_allclose(found["key"], key, rtol=1e-12, atol=1e-14)
        expected = position_interpolation.score(numpy.array(q), numpy.array(k), m - n, [theta], "interleaved")
        assert found["product"] == pytest.approx(expected * math.sqrt(2), rel=1e-10, abs=1e-12)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (54410.1431, "54,410"), (1234567.8, "1,234,600"), (2097152, "2,097,152"), (6.2831853, "6.2832"),
        (9.999999, "10"), (0.00390625, "0.0039063"), (-0.5, "−0.5"), (-1234.56, "−1,234.6"), (0, "0"),
        (1.5e-9, "1.5000 × 10^−9"), (99999.6, "100,000"), (12, "12"),
    ],
)  # fmt: skip
def test_numbers_are_shown_with_five_digits(value: float, text: str) -> None:
    assert computed("numbers.shown", value) == text


def test_gaps_of_sentences_are_filled() -> None:
    assert computed("numbers.filled", "{L} of {d}, {x}", {"L": 4096, "d": "128"}) == "4096 of 128, {x}"


def test_formulas_that_cannot_be_bundled_are_told_with_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "scripts" / "formulas" / "all.js"
    source.parent.mkdir(parents=True)
    source.write_text("export const alibi = ;\n")
    monkeypatch.setattr(formulas, "HERE", tmp_path)
    formulas._engine.cache_clear()
    try:
        with pytest.raises(BadFormulas, match=r"(?s)^The formulas of the site cannot be bundled\.\n.*all\.js:1:21"):
            computed("alibi.slopes", 4)
    finally:
        formulas._engine.cache_clear()

"""Implementation against oracle: 1e-10 in float64 to position 100,000, else the `tolerance` of conftest."""
import numpy
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from posatlas.reference_impl import Context, build
from posatlas.reference_impl.oracles import alibi, learned_absolute, rope, sinusoidal

POSITIONS = [7, 0, 1, 2, 255, 257, 2_049, 4_095, 65_537, 131_071, 100_000, 999_999, 1_000_000]
LAYOUTS = ["interleaved", "concatenated", "tensor2tensor"]
PAIRINGS = ["interleaved", "half"]


def worst(a, b):
    return float(numpy.abs(numpy.asarray(a, dtype=numpy.float64) - b).max())


def random(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("width", "base"), [(4, 10_000.0), (6, 10_000.0), (64, 10_000.0), (10, 37.5)])
def test_sinusoidal_table(layout, width, base, tolerance):
    enc = build("sinusoidal", width=width, layout=layout, base=base)
    near = [p for p in POSITIONS if p <= 100_000]
    assert worst(enc.table(near), sinusoidal.table(near, width, layout, base)) < 1e-10
    assert worst(enc.table(POSITIONS), sinusoidal.table(POSITIONS, width, layout, base)) < tolerance(
        1_000_000, torch.float64)
    expected = sinusoidal.wavelengths(width, layout, base)
    assert worst(enc.wavelengths() / torch.from_numpy(expected), 1.0) < 1e-12


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sinusoidal_embed(layout, dtype, tolerance):
    x = random(len(POSITIONS), 12).to(dtype)
    got = build("sinusoidal", width=12, layout=layout).embed(x, POSITIONS)
    expected = x.double().numpy() + sinusoidal.table(POSITIONS, 12, layout)
    assert got.dtype == dtype
    assert worst(got.double(), expected) < tolerance(1_000_000, dtype) * max(1.0, numpy.abs(expected).max())


def test_learned_absolute_embed(dtype, tolerance):
    enc = build("learned-absolute", width=5, length=9)
    enc.weight.data = random(9, 5, seed=4).to(dtype)
    x, positions = random(2, 4, 5).to(dtype), [[8, 0, 3, 3], [1, 2, 7, 5]]
    got = enc.embed(x, positions)
    assert got.dtype == dtype
    for row in range(2):
        expected = learned_absolute.embed(
            x[row].tolist(), positions[row], {}, {"parameters": {"weight": enc.weight.tolist()}})
        assert worst(got[row].detach().double(), expected) < tolerance(9, dtype) * numpy.abs(expected).max()


@pytest.mark.parametrize("pairing", PAIRINGS)
@pytest.mark.parametrize(("head_dim", "base"), [(2, 10_000.0), (6, 10_000.0), (16, 500_000.0), (10, 1.5)])
def test_rope_rotate(pairing, head_dim, base, dtype, tolerance):
    enc = build("rope", head_dim=head_dim, base=base, pairing=pairing)
    x = random(3, 2, len(POSITIONS), head_dim).to(dtype)
    got = enc.rotate(x, POSITIONS)
    assert got.dtype == dtype
    for batch in range(3):
        for head in range(2):
            expected = rope.rotate(x[batch, head].double().numpy(), POSITIONS, base, pairing)
            size = float(x[batch, head].double().norm(dim=-1).max())
            near = [n for n, p in enumerate(POSITIONS) if p <= 100_000]
            ours = got[batch, head].double().numpy()
            assert worst(ours[near], expected[near]) < tolerance(100_000, dtype) * size
            assert worst(ours, expected) < tolerance(1_000_000, dtype) * size


@pytest.mark.parametrize("pairing", PAIRINGS)
@pytest.mark.parametrize("position", [0, 1, 37, 4_096, -5, 2.5])
def test_rope_matrix_and_frequencies(pairing, position):
    enc = build("rope", head_dim=10, base=3_000.0, pairing=pairing)
    assert worst(enc.inverse_frequencies(), rope.inverse_frequencies(10, 3_000.0)) < 1e-15
    assert worst(enc.rotation_matrix(position), rope.rotation_matrix(position, 10, 3_000.0, pairing)) < 1e-12


@pytest.mark.parametrize("slope_rule", ["code", "paper"])
@pytest.mark.parametrize("heads", range(1, 41))
def test_alibi_slopes(heads, slope_rule):
    expected = alibi.slopes(heads, slope_rule)
    got = build("alibi", heads=heads, slope_rule=slope_rule).slopes()
    assert got.dtype == torch.float64 and got.shape == (heads,)
    assert worst(got / torch.from_numpy(expected), 1.0) < 1e-14


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("heads", [1, 3, 12])
def test_alibi_bias(heads, symmetric, dtype):
    enc = build("alibi", heads=heads, symmetric=symmetric)
    q_positions, k_positions = [4, 300, 999_999], [[0, 2, 4, 299, 1_000], [-7, 5, 3, 0, 1]]
    q, k = random(2, heads, 3, 8).to(dtype), random(2, heads, 5, 8).to(dtype)
    got = enc.bias(q, k, Context(torch.tensor(q_positions), torch.tensor(k_positions)))
    assert got.dtype == dtype and got.shape == (2, heads, 3, 5)
    for row in range(2):
        expected = alibi.bias(q_positions, k_positions[row], heads, symmetric=symmetric)
        rounded = torch.from_numpy(expected).to(dtype)  # one rounding, whatever the distance
        assert torch.allclose(got[row].double(), rounded.double(), rtol=2 * torch.finfo(dtype).eps, atol=0.0)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 24), st.floats(1.01, 1e7), st.sampled_from(PAIRINGS),
    st.lists(st.integers(-1_000_000, 1_000_000), min_size=1, max_size=5), st.integers(0, 2**31))
def test_rope_rotate_anywhere(pairs, base, pairing, positions, seed):
    x = random(1, len(positions), 2 * pairs, seed=seed)
    got = build("rope", head_dim=2 * pairs, base=base, pairing=pairing).rotate(x, positions)
    expected = rope.rotate(x[0].numpy(), positions, base, pairing)
    size = float(x.norm(dim=-1).max())
    assert worst(got[0], expected) < max(1e-10, 2.0 ** -50 * max(map(abs, positions))) * size
    assert torch.allclose(got.norm(dim=-1), x.norm(dim=-1), rtol=1e-12)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 20), st.sampled_from(LAYOUTS), st.floats(1.01, 1e6),
    st.lists(st.floats(-1e5, 1e5), max_size=4))
def test_sinusoidal_table_anywhere(pairs, layout, base, positions):
    got = build("sinusoidal", width=2 * pairs, layout=layout, base=base).table(positions)
    expected = sinusoidal.table(positions, 2 * pairs, layout, base)
    assert got.shape == expected.shape and (not positions or worst(got, expected) < 1e-10)

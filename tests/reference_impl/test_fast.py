"""Fast twins give what the slow ones give, and refuse what they cannot do."""
import pytest
import torch

from posatlas.reference_impl import attend, build
from posatlas.reference_impl.fast import Rotations, alibi_attention


@pytest.mark.parametrize("pairing", ["interleaved", "half"])
@pytest.mark.parametrize(("method", "options"), [
    ("rope", {"head_dim": 10}), ("rope", {"head_dim": 12, "base": 500_000.0}),
    ("ntk-aware", {"head_dim": 12, "factor": 4.0}), ("llama3-rope", {"head_dim": 12})])
def test_rotations(method, options, pairing):
    rope = build(method, **options, pairing=pairing)
    positions = torch.tensor([3, 0, 70_001, 999_999, 12])
    x = torch.randn(2, 3, 5, options["head_dim"], generator=torch.Generator().manual_seed(2))
    fast, out = Rotations(rope, positions), torch.empty_like(x)
    exact = rope.rotate(x.double(), positions)
    assert (fast.rotate(x).double() - exact).abs().max() < 1e-6
    assert fast.rotate(x, out) is out and torch.equal(out, fast.rotate(x))


@pytest.mark.parametrize("heads", [1, 6, 8])
@pytest.mark.parametrize("rule", ["code", "paper"])
def test_alibi(heads, rule):
    encoding = build("alibi", heads=heads, slope_rule=rule)
    q, k, v = torch.randn(3, 2, heads, 300, 24, generator=torch.Generator().manual_seed(4))
    exact = attend(encoding, q.double(), k.double(), v.double())
    plain = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    error = (plain.double() - attend(build("nope"), q.double(), k.double(), v.double())).abs().max()
    assert (alibi_attention(encoding, q, k, v).double() - exact).abs().max() < max(1e-4, 50 * float(error))
    wide = alibi_attention(encoding, q.double(), k.double(), v.double())
    assert (wide - exact).abs().max() < 1e-10


def test_refusals():
    x = torch.zeros(1, 6, 5, 8)
    fast = Rotations(build("rope", head_dim=8), range(5))
    for bad in (x.double(), x[..., :4, :], x[..., :6]):
        with pytest.raises(ValueError, match="needs float32"):
            fast.rotate(bad)
    with pytest.raises(ValueError, match="no fast form"):
        Rotations(build("mrope", head_dim=12, sections=[1, 2, 3]), [[0, 0, 0]])
    for encoding, q, words in (
            (build("alibi", heads=6, symmetric=True), x, "no fast form"),
            (build("alibi", heads=6), x.bfloat16(), "cannot hold slope times position"),
            (build("alibi", heads=5), x, "need 5 heads")):
        with pytest.raises(ValueError, match=words):
            alibi_attention(encoding, q, q, q)


def test_the_setting_for_tiny_numbers_is_put_back():
    def kept():
        return float(torch.full((1,), 1e-40) * 1.0) != 0.0

    encoding, x = build("alibi", heads=6), torch.randn(1, 6, 5, 8)
    try:
        for flush in (False, True):
            torch.set_flush_denormal(flush)
            alibi_attention(encoding, x, x, x)
            assert kept() is not flush
    finally:
        torch.set_flush_denormal(False)


@pytest.mark.parametrize("pairing", ["interleaved", "half"])
def test_more_rows_than_a_block(pairing):
    rope, positions = build("rope", head_dim=6, pairing=pairing), torch.arange(2_500)
    x = torch.randn(2, 2_500, 6, generator=torch.Generator().manual_seed(2))
    assert (Rotations(rope, positions).rotate(x).double() - rope.rotate(x.double(), positions)).abs().max() < 1e-6


def test_compiled_halves():
    rope = build("rope", head_dim=12, pairing="half")
    x = torch.randn(2, 3, 5, 12, generator=torch.Generator().manual_seed(2))
    found = Rotations(rope, torch.arange(5), compiled=True).rotate(x)
    assert (found - Rotations(rope, torch.arange(5)).rotate(x)).abs().max() < 1e-6

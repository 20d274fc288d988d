"""Numbers that can be worked out on paper, frozen; each line says where it comes from."""
import math

import pytest
import torch

from posatlas.reference_impl import attend, build, logits


def close(got, expected, atol=5e-9):
    expected = torch.tensor(expected, dtype=torch.float64)
    torch.testing.assert_close(torch.as_tensor(got), expected, rtol=0.0, atol=atol)


# sin 1, cos 1, sin 0.01, cos 0.01, in the order of each layout; tensor2tensor's second frequency is 1/10000
@pytest.mark.parametrize(("layout", "expected"), [
    ("interleaved", [0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004]),
    ("concatenated", [0.8414709848, 0.0099998333, 0.5403023059, 0.9999500004]),
    ("tensor2tensor", [0.8414709848, 0.0000999999998, 0.5403023059, 0.999999995]),
])
def test_sinusoidal_row_of_position_one(layout, expected):
    close(build("sinusoidal", width=4, layout=layout).table([1])[0], expected)


def test_sinusoidal_wavelengths():
    close(build("sinusoidal", width=4).wavelengths(), [2 * math.pi, 200 * math.pi])  # 2 pi 10000^(0, 1/2)
    close(build("sinusoidal", width=4, layout="tensor2tensor").wavelengths(), [2 * math.pi, 20_000 * math.pi])
    assert build("sinusoidal", width=512).wavelengths()[-1] == pytest.approx(60_611.477, abs=1e-3)  # < 62,832


def test_sinusoidal_products():
    """PE(m) . PE(n) = sum of cos((m-n) w_i): offset 0 gives width / 2, and the sign of the offset is lost."""
    table = build("sinusoidal", width=6).table([3, 8, 13])
    close(table @ table.T - (table @ table.T).T, [[0.0] * 3] * 3, 1e-14)
    close((table * table).sum(-1), [3.0, 3.0, 3.0], 1e-14)
    w = build("sinusoidal", width=6).inverse_frequencies()
    close(table[0] @ table[1], (5 * w).cos().sum().item(), 1e-13)


# (1, 2, 3, 4) at position 1, base 10000: angles 1 and 0.01 on pairs (1, 2), (3, 4), or on (1, 3), (2, 4)
@pytest.mark.parametrize(("pairing", "expected"), [
    ("interleaved", [-1.14263966, 1.92207560, 2.95985067, 4.02979950]),
    ("half", [-1.98411065, 1.95990067, 2.46237790, 4.01979967]),
])
def test_rope_at_position_one(pairing, expected):
    x = torch.tensor([[[1.0, 2.0, 3.0, 4.0]]], dtype=torch.float64)
    close(build("rope", head_dim=4, pairing=pairing).rotate(x, [1])[0, 0], expected)


def test_rope_inverse_frequencies():
    close(build("rope", head_dim=8).inverse_frequencies(), [1.0, 0.1, 0.01, 0.001], 1e-16)
    close(build("rope", head_dim=6, base=64.0).inverse_frequencies(), [1.0, 0.25, 0.0625], 1e-16)
    longest = build("rope", head_dim=128).wavelengths()
    assert longest[-1] == pytest.approx(54_410, abs=1.0) and int((longest > 4_096).sum()) == 18


def test_rope_of_a_right_angle():
    """Wavelength of the first pair is 2 pi: at position pi / 2 it turns (1, 0) into (0, 1)."""
    x = torch.tensor([[[1.0, 0.0]]], dtype=torch.float64)
    close(build("rope", head_dim=2).rotate(x, [math.pi / 2])[0, 0], [0.0, 1.0], 1e-15)


def test_rope_is_multiplication_by_a_complex_number():
    enc, x = build("rope", head_dim=6), torch.randn(1, 1, 6, dtype=torch.float64)
    turned = torch.view_as_complex(x.reshape(3, 2)) * torch.exp(1j * 37 * enc.inverse_frequencies())
    close(enc.rotate(x, [37])[0, 0], torch.view_as_real(turned).flatten().tolist(), 1e-13)


def test_rope_pairings_are_one_method_under_a_permutation():
    x, positions = torch.randn(3, 5, 7, 10, dtype=torch.float64), [0, 3, 999_999, 2, 17, 100_003, 1]
    order = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]  # the even channels, then the odd
    interleaved = build("rope", head_dim=10).rotate(x, positions)
    half = build("rope", head_dim=10, pairing="half").rotate(x[..., order], positions)
    torch.testing.assert_close(interleaved[..., order], half, rtol=0.0, atol=0.0)
    assert (interleaved - build("rope", head_dim=10, pairing="half").rotate(x, positions)).abs().max() > 0.1


def test_rope_equation_16():
    """(R_m q)^T (R_n k) = q^T R_(n-m) k, and not R_(m-n)."""
    enc, (q, k) = build("rope", head_dim=8), torch.randn(2, 8, dtype=torch.float64)
    m, n = 29, 11
    left = (enc.rotation_matrix(m) @ q) @ (enc.rotation_matrix(n) @ k)
    assert abs(left - q @ enc.rotation_matrix(n - m) @ k) < 1e-12
    assert abs(left - q @ enc.rotation_matrix(m - n) @ k) > 1e-2


def test_rope_keeps_neighbouring_positions_apart_in_bfloat16():
    """bfloat16 holds 769 different integers below 4,096; the angles of all 4,096 stay different."""
    x = torch.tensor([[[1.0, 0.0]]]).expand(1, 4_096, 2)
    enc = build("rope", head_dim=2).to(torch.bfloat16)
    assert len(torch.arange(4_096).to(torch.bfloat16).unique()) == 769
    assert len(enc.rotate(x, torch.arange(4_096))[0].unique(dim=0)) == 4_096
    at = enc.rotate(x[:, :1].bfloat16(), [1_857])[0, 0, 0]
    assert abs(at.double().item() - math.cos(1_857)) < 4e-3


# press-2022, section 3, for 8 and 16 heads; the authors' code for 12 and 20
@pytest.mark.parametrize(("heads", "exponents"), [
    (8, [1, 2, 3, 4, 5, 6, 7, 8]),
    (16, [i / 2 for i in range(1, 17)]),
    (12, [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5]),
    (20, [i / 2 for i in range(1, 17)] + [0.25, 0.75, 1.25, 1.75]),
    (6, [2, 4, 6, 8, 1, 3]),
    (1, [8]),
    (3, [4, 8, 2]),
])
def test_alibi_slopes_of_the_code(heads, exponents):
    close(build("alibi", heads=heads).slopes(), [2.0 ** -e for e in exponents], 4e-16)


def test_alibi_slopes_of_the_sentence():
    code, paper = (build("alibi", heads=12, slope_rule=rule).slopes() for rule in ("code", "paper"))
    close(paper, [2.0 ** (-2 * h / 3) for h in range(1, 13)], 4e-16)
    assert (paper / code).max() == pytest.approx(2 ** (8 / 3))  # head 8: 2^(-16/3) and 2^-8
    assert (code / paper).max() == pytest.approx(2 ** 5.5)  # head 9: 2^-0.5 and 2^-6
    for heads in (1, 2, 4, 8, 16, 32):
        code, paper = (build("alibi", heads=heads, slope_rule=rule).slopes() for rule in ("code", "paper"))
        assert torch.equal(code, paper)


def test_alibi_bias_matrix():
    """Slope 1/4 (two heads: 2^-4, 2^-8; one key: four): figure 3 of the paper with its m."""
    zero = torch.zeros(1, 2, 4, 6, dtype=torch.float64)
    got = logits(build("alibi", heads=2), zero, zero)[0, 0] * 16
    lower = [[0, 0, 0, 0], [-1, 0, 0, 0], [-2, -1, 0, 0], [-3, -2, -1, 0]]
    close(got.tril(), [[float(v) for v in row] for row in lower], 1e-15)


def test_alibi_of_keys_alone_has_the_same_softmax_and_another_log_sum_exp():
    """BLOOM and the authors' code add m j. It differs from -m (i - j) by m i, a constant along the row."""
    enc = build("alibi", heads=6)
    q, k = torch.randn(2, 6, 7, 8, dtype=torch.float64), torch.randn(2, 6, 7, 8, dtype=torch.float64)
    future = torch.ones(7, 7, dtype=torch.bool).triu(1)
    ours = logits(enc, q, k).masked_fill(future, -math.inf)
    keys = q @ k.mT / 8 ** 0.5 + enc.slopes()[:, None, None] * torch.arange(7)
    keys = keys.masked_fill(future, -math.inf)
    torch.testing.assert_close(ours.softmax(-1), keys.softmax(-1), rtol=0.0, atol=1e-14)
    assert (ours.logsumexp(-1) - keys.logsumexp(-1)).abs().max() > 1.0


def test_alibi_slopes_rounded_to_bfloat16_are_others():
    """Falcon in transformers rounds slopes to bfloat16: eight mantissa bits cannot hold 2^-0.5."""
    slopes = build("alibi", heads=71).slopes()
    error = ((slopes.bfloat16().double() - slopes) / slopes).abs().max()
    assert 1e-3 < error < 2.0 ** -8


def test_nope_is_plain_attention():
    q, k, v = (torch.randn(2, 3, 5, 4, dtype=torch.float64) for _ in range(3))
    plain = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    torch.testing.assert_close(attend(build("nope"), q, k, v), plain, rtol=0.0, atol=1e-12)
    both_ways = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    torch.testing.assert_close(attend(build("nope"), q, k, v, causal=False), both_ways, rtol=0.0, atol=1e-12)


def test_nope_under_a_causal_mask_can_tell_positions():
    """Equal keys, a one in the first value: a query at position t gets 1 / (t + 1)."""
    zero = torch.zeros(1, 1, 5, 2, dtype=torch.float64)
    v = zero.clone()
    v[..., 0, :] = 1.0
    close(attend(build("nope"), zero, zero, v)[0, 0, :, 0], [1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5], 1e-15)

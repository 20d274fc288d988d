"""Laws that hold for every encoding, and, where one fails, the failure."""
import copy
import pickle

import pytest
import torch
from torch.testing import assert_close

from posatlas.reference_impl import Context, attend, logits, self_attention

CLOSE = {"rtol": 0.0, "atol": 1e-10}


def differ(a, b):
    return (a - b).abs().max().item()


def test_shift_of_all_positions(case, layer, tokens):
    enc, x, positions = case.build(), tokens(9), torch.arange(9) + 3
    change = differ(layer(enc, x, k_positions=positions), layer(enc, x, k_positions=positions + 21))
    assert change < 1e-10 if case.shift_invariant else change > 1e-5


@pytest.mark.parametrize("shift", [1_000, 100_000, 1_000_000])
def test_shift_invariance_far_out(shift_invariant_case, heads, dtype, shift, tolerance):
    enc, positions = shift_invariant_case.build(), torch.tensor([5, 0, 3, 4, 1, 17, 2])
    q, k, _ = (t.to(dtype) for t in heads(7))
    near = logits(enc, q, k, positions, positions).double()
    far = logits(enc, q, k, positions + shift, positions + shift).double()
    assert differ(near, far) <= tolerance(shift, dtype) * near.abs().max().item()


def test_future_tokens_do_not_reach_back(case, layer, tokens):
    enc, x = case.build(), tokens(9)
    changed = x.clone()
    changed[:, 6:] = tokens(3, seed=99)
    before, after = layer(enc, x), layer(enc, changed)
    assert_close(before[..., :6, :], after[..., :6, :], rtol=0.0, atol=0.0)
    assert all(differ(before[..., t, :], after[..., t, :]) > 1e-3 for t in (6, 7, 8))


def test_cached_decode_and_chunked_prefill_equal_the_full_pass(case, layer, tokens):
    enc, x, positions = case.build(), tokens(11), torch.arange(11) + 4
    full = layer(enc, x, k_positions=positions)
    steps = [layer(enc, x[:, :t + 1], positions[t:t + 1], positions[:t + 1]) for t in range(11)]
    chunks = [layer(enc, x[:, :stop], positions[start:stop], positions[:stop])
              for start, stop in ((0, 4), (4, 9), (9, 11))]
    assert_close(torch.cat(steps, -2), full, **CLOSE)
    assert_close(torch.cat(chunks, -2), full, **CLOSE)


def test_default_queries_are_the_last_keys(case, heads):
    enc = case.build()
    q, k, v = heads(11)
    full = attend(enc, q, k, v)
    assert_close(attend(enc, q[..., 7:, :], k, v), full[..., 7:, :], **CLOSE)
    middle = attend(enc, q[..., 4:7, :], k, v, q_positions=range(4, 7))
    assert_close(middle, full[..., 4:7, :], **CLOSE)


def test_keys_can_be_cached_as_features(case, heads):
    """A cache that holds each key as `features` left it, once, gives the logits of the full pass."""
    enc = case.build()
    q, k, v = heads(9, k_heads=6)
    cache = torch.cat([enc.features(k[..., t:t + 1, :], [t], "key") for t in range(9)], -2)
    query = enc.features(q[..., 8:, :], [8], "query")
    ctx = Context(torch.tensor([8]), torch.arange(9), torch.ones(1, 9, dtype=torch.bool))
    bias = enc.bias(q[..., 8:, :], k, ctx)
    scores = query @ cache.mT * enc.scale(q, ctx) + (0 if bias is None else bias)
    assert_close(enc.values(enc.weights(scores, ctx), v, ctx), attend(enc, q, k, v)[..., 8:, :], **CLOSE)


def test_batch_mates_do_not_matter(case, layer, tokens):
    enc, x = case.build(), tokens(8)
    rows = torch.stack([torch.arange(8), torch.arange(8) + 30, torch.arange(8) * 3])
    together = layer(enc, x, k_positions=rows)
    for b in range(3):
        assert_close(together[b], layer(enc, x[b], k_positions=rows[b]), **CLOSE)


def test_order_of_calls_does_not_matter(case, layer, tokens):
    used, x = case.build(), tokens(8)
    layer(used, tokens(30, seed=2))
    layer(used, tokens(5, seed=4).to(torch.bfloat16))
    layer(used, tokens(1), k_positions=torch.tensor([39]))
    assert_close(layer(used, x), layer(case.build(), x), rtol=0.0, atol=0.0)


def test_dtype_in_is_dtype_out(case, layer, tokens, heads, dtype, tolerance):
    enc, x = case.build(), tokens(9).to(dtype)
    q, k, v = (t.to(dtype) for t in heads(9))
    exact = attend(enc, q.double(), k.double(), v.double())
    for out in (layer(enc, x), attend(enc, q, k, v), logits(enc, q, k), enc.embed(x, range(9)),
                enc.features(q, range(9), "query"), enc.features(k, range(9), "key")):
        assert out.dtype == dtype
    assert differ(attend(enc, q, k, v).double(), exact) <= 4 * tolerance(9, dtype)


@pytest.mark.parametrize("half", [torch.bfloat16, torch.float16], ids=["bfloat16", "float16"])
def test_half_precision_is_rounded_once(case, tokens, heads, half):
    """Each entry is the float64 one rounded to the nearest, not a sum of rounded parts; 1e-5: float32."""
    enc, positions = case.build(), torch.arange(9) * 4
    if case.method == "learned-absolute":
        enc.weight.data *= 100  # rows as large as embeddings, or their rounding would not show
    q, k, v, x = (t.to(half) for t in (*heads(9), tokens(9)))
    for call in (
            lambda q, k, v, x: enc.features(q, positions, "query"),
            lambda q, k, v, x: enc.embed(x, positions),
            lambda q, k, v, x: attend(enc, q, k, v),
            lambda q, k, v, x: logits(enc, q, k)):
        exact = call(*(t.double() for t in (q, k, v, x)))
        error = (call(q, k, v, x).double() - exact).abs()
        assert bool((error <= torch.finfo(half).eps / 2 * exact.abs() + 1e-5).all())


def test_one_rounding_at_positions_to_a_million(endless_case, heads, dtype, tolerance):
    """Below float64 the error is that of one rounding, wherever the positions are: the angles stay exact."""
    enc, positions = endless_case.build(), torch.tensor([3, 2_048, 65_537, 131_071, 999_999, 1_000_000])
    q, k, _ = (t.to(dtype) for t in heads(6))
    exact = logits(enc, q.double(), k.double(), positions, positions)
    got = logits(enc, q, k, positions, positions).double()
    beyond = exact.abs() > torch.finfo(dtype).max  # float16 ends at 65,504, and ALiBi's bias does not
    assert bool((got[beyond] == exact[beyond].sign() * torch.inf).all())
    size = exact.abs().clamp(min=q.double().norm(dim=-1).max().item() ** 2 / 3)
    assert bool(((got - exact).abs() <= tolerance(0, dtype) * size)[~beyond].all())


def test_meta_then_materialised(case, layer, tokens):
    with torch.device("meta"):
        enc = case.build()
    enc.to_empty(device="cpu")
    if case.method == "learned-absolute":
        torch.manual_seed(7)
        enc.reset_parameters()
    assert_close(layer(enc, tokens(8)), layer(case.build(), tokens(8)), rtol=0.0, atol=0.0)


def test_shapes_without_data(case, heads):
    enc = case.build().to("meta")
    q, k, v = (t.to("meta") for t in heads(5, 8))
    assert attend(enc, q, k, v).shape == (3, 6, 5, 10) and attend(enc, q, k, v).is_meta
    assert logits(enc, q, k).shape == (3, 6, 5, 8)
    assert enc.embed(torch.empty(3, 8, 20, device="meta"), range(8)).shape == (3, 8, 20)


def test_a_module_moved_to_bfloat16_keeps_its_angles(case, layer, tokens):
    enc, moved, x = case.build(), case.build().to(torch.bfloat16), tokens(8)
    if case.method == "learned-absolute":  # a table is rounded, as weights are; nothing else is
        enc.weight.data = enc.weight.data.to(torch.bfloat16).to(torch.float32)
    assert_close(layer(moved, x), layer(enc, x), rtol=0.0, atol=0.0)


def test_angles_under_autocast(case, heads):
    enc, positions = case.build(), torch.tensor([65_536, 65_537])
    q, _, _ = heads(2)
    plain = enc.features(q.float(), positions, "query")
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert_close(enc.features(q.float(), positions, "query"), plain, rtol=0.0, atol=0.0)


def test_permuting_heads(case, heads):
    """Heads are alike, except where a method gives each its own slope."""
    enc, order = case.build(), torch.tensor([3, 0, 5, 1, 4, 2])
    q, k, v = heads(9, k_heads=6)
    change = differ(attend(enc, q[:, order], k[:, order], v[:, order]), attend(enc, q, k, v)[:, order])
    assert change < 1e-10 if case.heads_alike else change > 1e-3


def test_permuting_tokens_where_positions_stay(case, layer, tokens):
    """With nothing that tells positions apart, permuted tokens give permuted outputs; a causal mask tells."""
    enc, x, order = case.build(), tokens(9), torch.tensor([4, 0, 8, 1, 7, 2, 6, 3, 5])
    if not case.causal_only:
        change = differ(layer(enc, x[:, order], causal=False), layer(enc, x, causal=False)[..., order, :])
        assert change > 1e-4 if case.reads_positions else change < 1e-10
    assert differ(layer(enc, x[:, order]), layer(enc, x)[..., order, :]) > 1e-3


def test_permuting_tokens_with_their_positions(case, layer, tokens):
    """The order of storage is nothing; positions are all, for the causal rule too."""
    enc, x, order = case.build(), tokens(9), torch.tensor([4, 0, 8, 1, 7, 2, 6, 3, 5])
    positions = torch.arange(9) * 4
    moved = layer(enc, x[:, order], k_positions=positions[order])
    assert_close(moved, layer(enc, x, k_positions=positions)[..., order, :], **CLOSE)


def test_padding_left_and_right(case, layer, tokens):
    enc, x = case.build(), tokens(7)
    alone = layer(enc, x)
    for left, right in ((3, 0), (0, 4), (2, 1)):
        padded = torch.cat((tokens(left, seed=8), x, tokens(right, seed=9)), -2)
        keep = torch.zeros(3, left + 7 + right, dtype=torch.bool)
        keep[:, left:left + 7] = True
        positions = (torch.arange(left + 7 + right) - left).clamp(min=0)
        out = layer(enc, padded, k_positions=positions, mask=keep[:, None, :])
        assert_close(out[..., left:left + 7, :], alone, **CLOSE)
        assert bool(out.isfinite().all())


def test_left_padding_with_plain_positions(case, layer, tokens):
    """Positions 0 .. n-1 that count the padding too: harmless exactly where only offsets count."""
    enc, x = case.build(), tokens(7)
    padded = torch.cat((tokens(5, seed=8), x), -2)
    keep = torch.arange(12) >= 5
    change = differ(layer(enc, padded, mask=keep[None, :])[..., 5:, :], layer(enc, x))
    assert change < 1e-10 if case.shift_invariant else change > 1e-5


@pytest.mark.parametrize("key_heads", [1, 2, 3, 6])
def test_grouped_keys_equal_repeated_keys(case, heads, key_heads):
    enc = case.build()
    q, k, v = heads(5, 8, k_heads=key_heads)
    each = 6 // key_heads
    repeated = [torch.stack([t[:, h // each] for h in range(6)], 1) for t in (k, v)]
    assert_close(attend(enc, q, k, v), attend(enc, q, *repeated), rtol=0.0, atol=0.0)
    assert_close(logits(enc, q, k), logits(enc, q, repeated[0]), rtol=0.0, atol=0.0)


@pytest.mark.parametrize("batch", [(), (1,), (0,), (2, 3)])
def test_any_leading_shape(case, heads, batch):
    enc = case.build()
    q, k, v = heads(5, 8, batch=batch)
    out = attend(enc, q, k, v)
    assert out.shape == (*batch, 6, 5, 10)
    if batch == (2, 3):
        positions = torch.arange(8) + torch.arange(6).reshape(2, 3, 1)
        rows = attend(enc, q, k, v, positions[..., 3:], positions)
        for a in range(2):
            for b in range(3):
                one = attend(enc, q[a, b], k[a, b], v[a, b], positions[a, b, 3:], positions[a, b])
                assert_close(rows[a, b], one, **CLOSE)


def test_lengths_zero_and_one(case, layer, tokens, heads):
    enc = case.build()
    assert layer(enc, tokens(0)).shape == (3, 6, 0, 10)
    one = layer(enc, tokens(1), k_positions=torch.tensor([13]))
    v = torch.einsum("...nw,hwd->...hnd", enc.embed(tokens(1), [13]), layer.projections[2])
    assert_close(one, v.repeat_interleave(2, 1), **CLOSE)
    q, k, v = heads(2, 0)
    assert_close(attend(enc, q, k, v, q_positions=[0, 1]), torch.zeros(3, 6, 2, 10, dtype=torch.float64))


def test_a_query_without_keys_gets_zeros_and_finite_gradients(case, heads):
    enc = case.build()
    q, k, v = (t.requires_grad_() for t in heads(5))
    mask = torch.ones(3, 5, 5, dtype=torch.bool)
    mask[1, 2] = False
    out = attend(enc, q, k, v, mask=mask)
    assert bool((out[1, :, 2] == 0).all()) and bool((out[0, :, 2] != 0).all())
    out.square().sum().backward()
    assert all(bool(t.grad.isfinite().all()) for t in (q, k, v))


def test_copies_and_state(case, layer, tokens):
    enc, x = case.build(), tokens(6)
    assert set(enc.state_dict()) == ({"weight"} if case.method == "learned-absolute" else set())
    for twin in (copy.deepcopy(enc), pickle.loads(pickle.dumps(enc))):
        assert_close(layer(twin, x), layer(enc, x), rtol=0.0, atol=0.0)
    assert type(enc)(**enc.options()).options() == enc.options()
    assert not list(enc.buffers())


def test_values_carry_no_position(case, heads):
    enc = case.build()
    v = heads(5)[2]
    assert enc.features(v, [9, 2, 5, 7, 30], "value") is v


def test_self_attention_with_output_projection(case, layer, tokens):
    enc, x = case.build(), tokens(6)
    w_o = torch.randn(6, 10, 20, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    out = self_attention(enc, x, (*layer.projections, w_o))
    assert out.shape == x.shape
    assert_close(out, torch.einsum("bhnd,hdw->bnw", layer(enc, x), w_o), **CLOSE)

"""Out of its domain a method raises ValueError and says what, why and what to do."""
import math

import pytest
import torch

from posatlas.reference_impl import Context, attend, build, logits, self_attention

X = torch.zeros(2, 5, 8)
Q = torch.zeros(2, 6, 5, 8)
W = torch.zeros(6, 8, 8)


@pytest.mark.parametrize(("method", "options", "words"), [
    ("rope", {"head_dim": 7}, "head_dim must be even, got 7: channels rotate in pairs; use 6 or 8"),
    ("rope", {"head_dim": 0}, "head_dim must be at least 2, got 0"),
    ("rope", {"head_dim": -4}, "head_dim must be at least 2, got -4"),
    ("rope", {"head_dim": 8.0}, "head_dim must be a whole number, got 8.0"),
    ("rope", {"head_dim": True}, "head_dim must be a whole number, got True"),
    ("rope", {"head_dim": 8, "base": 1.0}, "base must be a finite number above 1, got 1.0: frequencies fall"),
    ("rope", {"head_dim": 8, "base": -3}, "base must be a finite number above 1, got -3"),
    ("rope", {"head_dim": 8, "base": math.nan}, "base must be a finite number above 1, got nan"),
    ("rope", {"head_dim": 8, "base": math.inf}, "base must be a finite number above 1, got inf"),
    ("rope", {"head_dim": 8, "base": "1e4"}, "base must be a finite number above 1, got '1e4'"),
    ("rope", {"head_dim": 8, "pairing": "neox"}, "pairing must be one of interleaved, half; got 'neox'"),
    ("sinusoidal", {"width": 9}, "width must be even, got 9: each wave takes a sine and a cosine channel"),
    ("sinusoidal", {"width": 2, "layout": "tensor2tensor"}, "width must be at least 4, got 2"),
    ("sinusoidal", {"width": 8, "base": 0.5}, "base must be a finite number above 1, got 0.5: wavelengths"),
    ("sinusoidal", {"width": 8, "layout": "mixed"}, "interleaved, concatenated, tensor2tensor; got 'mixed'"),
    ("learned-absolute", {"width": 8, "length": 0}, "length must be at least 1, got 0"),
    ("learned-absolute", {"width": 0, "length": 4}, "width must be at least 1, got 0"),
    ("alibi", {"heads": 0}, "heads must be at least 1, got 0"),
    ("alibi", {"heads": 8, "slope_rule": "blog"}, "slope_rule must be one of code, paper; got 'blog'"),
    ("alibi", {"heads": 8, "symmetric": "yes"}, "symmetric must be True or False, got 'yes'"),
])
def test_options(method, options, words):
    with pytest.raises(ValueError) as error:
        build(method, **options)
    assert str(error.value).startswith(f"{method}: ") and words in str(error.value)


@pytest.mark.parametrize(("positions", "words"), [
    ([0, 1, 2, 3, 16], "position 16 is outside the table of rows 0 to 15; build it with a larger length"),
    ([0, 1, 2, 3, 1_000_000], "position 1000000 is outside the table"),
    ([0, -1, 2, 3, 4], "position -1 is outside the table"),
    ([0.0, 1.5, 2.0, 3.0, 4.0], "positions must be whole, there is no row between two rows; round them"),
])
def test_positions_past_the_learned_table(positions, words):
    enc = build("learned-absolute", width=8, length=16)
    for call in (lambda: enc.embed(X, positions), lambda: enc.table(positions)):
        with pytest.raises(ValueError, match="learned-absolute: ") as error:
            call()
        assert words in str(error.value)
    assert enc.embed(X, [0, 1, 2, 3, 15.0]).shape == X.shape


@pytest.mark.parametrize(("method", "options"), [
    ("rope", {"head_dim": 8}), ("sinusoidal", {"width": 8}), ("learned-absolute", {"width": 8, "length": 9})])
@pytest.mark.parametrize(("positions", "words"), [
    (torch.arange(5).bfloat16(), "positions are torch.bfloat16, which cannot hold every position; pass"),
    (torch.arange(5).half(), "positions are torch.float16, which cannot hold every position"),
    (torch.ones(5).bool(), "positions are torch.bool"),
    (None, "positions cannot be made of None; pass a tensor or a list of numbers, one for each token"),
    (["a"] * 5, "positions cannot be made of ['a', 'a', 'a', 'a', 'a']"),
    ([0.0, 1.0, math.nan, 3.0, 4.0], "a position is not finite"),
    (range(4), "positions have shape [4], but a tensor of shape"),
    (3, "positions have shape [], but"),
    (torch.zeros(3, 5), "positions have shape [3, 5], but"),
    (torch.zeros(2, 2, 5), "positions have shape [2, 2, 5], but"),
])
def test_positions_that_do_not_fit(method, options, positions, words):
    enc = build(method, **options)
    with pytest.raises(ValueError) as error:
        enc.rotate(Q, positions) if method == "rope" else enc.embed(X, positions)
    assert str(error.value).startswith(f"{method}: ") and words in str(error.value)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.uint16, torch.int8, torch.int32])
def test_differences_of_small_integers_do_not_wrap_around(dtype):
    enc, positions = build("alibi", heads=6), torch.tensor([0, 3, 5, 90, 120])
    q = torch.randn(6, 5, 8, generator=torch.Generator().manual_seed(3))
    narrow = positions.to(dtype)
    assert torch.equal(attend(enc, q, q, q, narrow, narrow), attend(enc, q, q, q, positions, positions))


@pytest.mark.parametrize(("method", "options", "quantity"), [
    ("swin-bias", {"heads": 2}, "index"), ("swinv2-log-cpb", {"heads": 2}, "bias_at"),
    ("dynamic-position-bias", {"heads": 2, "width": 4}, "bias_at"), ("sinusoidal-2d", {"width": 8}, "table"),
    ("random-fourier-features", {"waves": 4, "axes": 2}, "table"),
    ("learnable-fourier", {"width": 8, "fourier": 4, "hidden": 3, "axes": 2}, "table")])
@pytest.mark.parametrize("numbers", [1, [1, 2, 3], [[1], [2]]])
def test_a_quantity_of_two_axes_wants_two_numbers(method, options, quantity, numbers):
    with pytest.raises(ValueError, match=rf"{method}: .* but a position has 2 axes; pass \[\.\.\., 2\]"):
        getattr(build(method, **options), quantity)(numbers)


def test_hidden_states_and_token_ids_that_do_not_fit():
    x, positions = torch.zeros(5, 8), torch.arange(5)
    with pytest.raises(ValueError, match="fox: hidden_k has 3 rows for 5 keys; pass the hidden state of each"):
        attend(build("fox", width=8, heads=6), Q[0], Q[0], Q[0], hidden_k=x[:3])
    enc = build("complex-word-order", width=8, vocabulary=9)
    with pytest.raises(ValueError, match=r"token_ids are torch\.float32; pass whole numbers"):
        enc.embed(x, positions, Context(positions, positions, token_ids=torch.zeros(5)))


def test_a_row_for_each_head_is_not_taken_for_a_batch():
    """x [heads, n, d] with positions [heads, n] would broadcast to [heads, heads, n, d]."""
    with pytest.raises(ValueError, match="one for each token"):
        build("rope", head_dim=8).rotate(torch.zeros(5, 5, 8), torch.zeros(5, 5))


LONGROPE = {"head_dim": 8, "short_factors": [1.0] * 4, "long_factors": [2.0] * 4, "original_length": 16,
            "extended_length": 64}


@pytest.mark.parametrize(("method", "options", "call", "words"), [
    ("rope", {"head_dim": 8}, lambda e: e.rotate(Q[..., :6], range(5)), "for head_dim 8, but x has width 6"),
    ("rope", {"head_dim": 8}, lambda e: e.rotate(Q, range(5), "value"), "role must be one of query, key"),
    ("rope", {"head_dim": 8}, lambda e: e.rotate(torch.zeros(5, 8), range(5)), "positions have shape"),
    ("rope-2d", {"head_dim": 8}, lambda e: e.angles([1, 2, 3]), "a position has 2 axes; pass [..., 2]"),
    ("mrope", {"head_dim": 8, "sections": [2, 1, 1]}, lambda e: e.angles([[1, 2]]), "a position has 3 axes"),
    ("longrope", LONGROPE, lambda e: e.inverse_frequencies(8.5), "length must be a whole number, got 8.5"),
    ("streaming-llm", {"head_dim": 8, "window": 3}, lambda e: e.visible([4], [-1, 4]), "whole and not negative"),
    ("streaming-llm", {"head_dim": 8, "window": 3}, lambda e: e.visible([4.5], [4]), "whole and not negative"),
    ("streaming-llm", {"head_dim": 8, "window": 3}, lambda e: e.cache(-1), "position must be at least 0, got -1"),
    ("sinusoidal", {"width": 6}, lambda e: e.embed(X, range(5)), "built for width 6, but x has width 8"),
    ("learned-absolute", {"width": 6, "length": 9}, lambda e: e.embed(X, range(5)), "built for width 6"),
    ("alibi", {"heads": 4}, lambda e: logits(e, Q, Q), "built for 4 heads, q has 6; build it for that many"),
    ("alibi", {"heads": 6}, lambda e: attend(e, Q, Q, Q, causal=False), "a query may look at a later key"),
    ("alibi", {"heads": 6}, lambda e: self_attention(
        e, X, [W] * 3, Context(torch.arange(5), torch.arange(5))), "symmetric=True"),
])
def test_inputs(method, options, call, words):
    with pytest.raises(ValueError) as error:
        call(build(method, **options))
    assert str(error.value).startswith(f"{method}: ") and words in str(error.value)


def test_alibi_without_causal_mask_where_no_later_key_is_allowed():
    causal = torch.ones(5, 5, dtype=torch.bool).tril()
    enc = build("alibi", heads=6)
    assert torch.equal(attend(enc, Q, Q, Q, causal=False, mask=causal), attend(enc, Q, Q, Q))


K = torch.zeros(2, 4, 5, 8)


@pytest.mark.parametrize(("call", "words"), [
    (lambda e: attend(e, Q, K, K), "6 query heads cannot share 4 key heads evenly"),
    (lambda e: attend(e, Q, Q[..., :3, :], Q[..., :3, :]), "5 queries but only 3 keys"),
    (lambda e: attend(e, Q, Q, Q[..., :3, :]), "v has 3 rows and k has 5; they must agree"),
    (lambda e: attend(e, Q, Q[..., :6], Q), "q has 8 channels and k has 6; they must agree"),
    (lambda e: logits(e, Q[0, 0], Q[0, 0]), "q and k need [..., heads, n, head_dim], got [5, 8] and [5, 8]"),
    (lambda e: logits(e, Q, Q, layers=3), "unknown context layers; known: length, hidden_q, hidden_k,"),
    (lambda e: logits(e, Q, Q, allowed=None), "unknown context allowed"),
    (lambda e: logits(e, Q, Q, q_positions=range(4)), "attention: positions have shape [4]"),
    (lambda e: attend(e, Q, Q, Q, mask=torch.zeros(5, 5)), "mask is torch.float32, but must be bool"),
    (lambda e: attend(e, Q, Q, Q, mask=torch.ones(2, 5, 4).bool()), "shape [2, 5, 4], but needs [..., 5, 5]"),
    (lambda e: attend(e, Q, Q, Q, mask=torch.ones(5).bool()), "keep[..., None, :]"),
    (lambda e: self_attention(e, X, [W] * 2), "projections must be W_q, W_k, W_v and perhaps W_o; got 2"),
    (lambda e: self_attention(e, X[:, :3], [W] * 3, Context(torch.arange(5), torch.arange(3))),
     "x has 3 rows, but ctx has 5 query positions"),
    (lambda e: self_attention(e, X[:, :3], [W] * 3, Context(torch.arange(3), torch.arange(5))),
     "positions have shape [5]"),
])
def test_attention(call, words):
    with pytest.raises(ValueError) as error:
        call(build("nope"))
    assert words in str(error.value)


def test_a_context_names_what_is_missing():
    ctx = Context(torch.arange(3), torch.arange(3), length=3)
    assert ctx.need("dynamic-ntk", "length") == 3
    with pytest.raises(ValueError, match="fox needs hidden_k, which was not given; pass hidden_k="):
        ctx.need("fox", "hidden_k")
    assert torch.equal(ctx.offsets(), torch.tensor([[0, -1, -2], [1, 0, -1], [2, 1, 0]]))
    with pytest.raises(AttributeError):
        ctx.length = 4


@pytest.mark.parametrize("call", [
    lambda x: build("sinusoidal", width=8).embed(x, range(5)),
    lambda x: build("learned-absolute", width=8, length=9).embed(x, range(5)),
    lambda x: build("rope", head_dim=8).rotate(x[None], range(5)),
    lambda x: attend(build("nope"), x[None], x[None], x[None]),
])
def test_whole_numbers_are_not_rounded_to(call):
    with pytest.raises(ValueError, match=r"is torch\.int64, which would round what is computed"):
        call(torch.ones(5, 8, dtype=torch.int64))

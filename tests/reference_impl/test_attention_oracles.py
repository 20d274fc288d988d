"""The figure of a method against its second opinion: the equation in plain NumPy, given the same sixteen tokens."""

from __future__ import annotations

import importlib
import math
from types import ModuleType
from typing import Any

import numpy
import pytest
from torch import Tensor

from posatlas.attention_figures import load_attention_figures
from posatlas.corpus import PACKAGED_KB
from posatlas.reference_impl.figures import ATTENTION
from posatlas.reference_impl.figures.attention import same_tokens, subject
from posatlas.reference_impl.oracles import plain

RECORDED = load_attention_figures(PACKAGED_KB / "evidence" / "figures" / ATTENTION)
LOGITS = [method for method, figure in RECORDED.items() if figure.drawn == "logits"]


def _plain(value: Any) -> Any:
    return value.detach().numpy() if isinstance(value, Tensor) else value


def _oracle(method: str) -> ModuleType:
    return importlib.import_module(f"posatlas.reference_impl.oracles.{method.replace('-', '_')}")


def _scores(method: str) -> numpy.ndarray:
    """Logits of the first head, [16, 16], by the second opinion."""
    encoding, oracle = subject(method), _oracle(method)
    q, k, ctx = same_tokens(encoding)
    places = _plain(ctx.k_positions)
    given = {
        name: _plain(getattr(ctx, name)) for name in ("length", "hidden_q", "hidden_k", "token_ids", "layer", "step")
    }
    given |= {"parameters": {name: _plain(value) for name, value in encoding.state_dict().items()}}
    given |= {"training": False, "allowed": _plain(ctx.allowed)}
    if not hasattr(oracle, "embed"):
        return numpy.asarray(oracle.logits(_plain(q), _plain(k), places, places, encoding.options(), given))[0]
    if hasattr(encoding, "drawn"):
        ctx.generator.manual_seed(5)
        given["draw"] = {name: _plain(value) for name, value in encoding.drawn(ctx.k_positions, ctx).items()}
    width = q.shape[-1]
    embedded = numpy.asarray(oracle.embed(numpy.ones((len(places), width)), places, encoding.options(), given))
    return plain.products([embedded], [embedded], 1 / math.sqrt(width))[0]


@pytest.mark.parametrize("method", LOGITS)
def test_recorded_logits_are_those_of_the_second_opinion(method: str) -> None:
    expected, figure = _scores(method), RECORDED[method]
    allowed = 1e-3 * max(map(abs, figure.range))
    compared = 0
    for row, wanted in zip(figure.rows, expected, strict=True):
        for score, want in zip(row, wanted, strict=True):
            if score is not None:
                assert abs(score - want) <= allowed
                compared += 1
    assert compared >= 100  # five sinks and a window of three: 1 + ... + 8, then 8 rows of 8


def test_only_retention_draws_weights_and_they_are_scores_times_powers() -> None:
    """q.k is d; gamma of the first head is 1 - 2^-5, and pairs turn as in RoPE."""
    assert set(RECORDED) - set(LOGITS) == {"retnet-decay"}
    figure = RECORDED["retnet-decay"]
    width = figure.build["head_dim"]
    for m, row in enumerate(figure.rows):
        for n, score in enumerate(row):
            if n > m:
                assert score is None
                continue
            cosines = [math.cos((m - n) * 10_000 ** (-2 * i / width)) for i in range(width // 2)]
            assert math.isclose(score, 2 * sum(cosines) * (1 - 2**-5) ** (m - n), abs_tol=5e-3)

"""Additions and multiplications, counted as they happen: every operation that PyTorch carries out is seen and
sized.

The counter follows what depends on the tokens: an operation counts when one of its inputs does. Tensors are
shapes without data (`meta`), so a count costs neither time nor memory.
"""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from posatlas.reference_impl import Context, attend
from posatlas.reference_impl import build as built
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.caching import Cached
from posatlas.reference_impl.properties.draws import Layer, layer, places, surroundings
from posatlas.reference_impl.properties.measuring import Measurement, Values, count, measures, symbols

ONE_EACH = frozenset(
    {
        "add",
        "sub",
        "rsub",
        "mul",
        "div",
        "pow",
        "sin",
        "cos",
        "exp",
        "exp2",
        "log",
        "sqrt",
        "reciprocal",
    }
)
TWO_EACH = frozenset({"addcmul", "addcdiv", "lerp"})
PRODUCTS = frozenset({"mm", "bmm"})
SIGN_ONLY = frozenset({"neg"})  # folded into the neighbouring addition, so not counted on data


class Counter(TorchDispatchMode):
    """Counts operations while it is entered. `everything` also counts those that do not depend on the tokens.

    `products_only` counts matrix products alone: 2 a b c for [a, b] times [b, c].
    """

    def __init__(self, tokens: list[Tensor], everything: bool = False, products_only: bool = False) -> None:
        super().__init__()
        self.depends = {id(t): t for t in tokens}  # holds the tensors, so that no id is used twice
        self.everything = everything
        self.products_only = products_only
        self.total = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        inputs = [t for t in tree_leaves((args, kwargs)) if isinstance(t, Tensor)]
        outputs = [t for t in tree_leaves(result) if isinstance(t, Tensor)]
        depends = any(id(t) in self.depends for t in inputs)
        if depends:
            self.depends |= {id(t): t for t in outputs}
        if depends or self.everything:
            self.total += sum(
                self._size(func.overloadpacket.__name__.strip("_"), inputs, out) for out in outputs
            )
        return result

    def _size(self, name: str, inputs: list[Tensor], out: Tensor) -> int:
        if name == "addmm":  # a product, and the addition of what is added
            return (2 * inputs[1].shape[-1] + (not self.products_only)) * out.numel()
        if name in PRODUCTS:
            return 2 * out.numel() * inputs[0].shape[-1]
        if self.products_only:
            return 0
        if name in SIGN_ONLY:
            return 0
        if out.is_complex() and name in ("mul", "add", "sub"):
            return (6 if name == "mul" else 2) * out.numel()
        return (1 if name in ONE_EACH else 2 if name in TWO_EACH else 0) * out.numel()


def _one_sequence(encoding: PositionEncoding, length: int) -> dict[str, Any]:
    """The rest of a context for one sequence."""
    around = surroundings(encoding, length)
    return {n: t[:1] if isinstance(t, Tensor) else t for n, t in around.items()}


def _shapes(one: Layer, queries: int, keys: int) -> tuple[Tensor, Tensor, Tensor]:
    """q [1, heads, queries, head_dim], k and v [1, heads, keys, head_dim], without data."""
    q, k, v = (
        torch.empty(1, one.heads, n, one.head_dim, device="meta", dtype=torch.float64)
        for n in (queries, keys, keys)
    )
    return q, k, v


def _products(one: Layer, queries: int, keys: int) -> int:
    """Operations of the two products of attention: 4 queries keys head_dim heads."""
    q, k, v = _shapes(one, queries, keys)
    with torch.device("meta"), Counter([q, k, v], products_only=True) as counter:
        at = torch.arange(keys, device="meta")
        attend(built("nope"), q, k, v, at[-queries:], at)
    return counter.total


def _operations(encoding: PositionEncoding, one: Layer, length: int, everything: bool) -> int:
    """Operations to embed `length` tokens once and attend once, causal, all pairs computed."""
    x = torch.empty(1, length, one.width, device="meta", dtype=torch.float64)
    q, k, v = _shapes(one, length, length)
    encoding = copy.deepcopy(encoding).to("meta")
    with torch.device("meta"):
        positions = places(encoding, length)
        around = _one_sequence(encoding, length)
        tokens = [x, q, k, v, around["hidden_k"], around["hidden_q"]]
        with Counter(tokens, everything) as counter:
            encoding.embed(x, positions, Context(positions, positions, **around))
            attend(encoding, q, k, v, positions, positions, **around)
    return counter.total


def operations_added(encoding: PositionEncoding, one: Layer, length: int, tables: str = "prepared") -> int:
    """Operations of one layer over `length` tokens with this method, less those without positions.

    `tables`: "prepared" leaves out what depends on positions alone, "computed" counts it too.
    """
    everything = tables == "computed"
    return _operations(encoding, one, length, everything) - _operations(
        built("nope"), one, length, everything
    )


def _layer(build: Values, given: Values) -> Layer:
    return layer(build, given["heads"] or 4, given["head_dim"] or 16, grouped=False)


@measures("added_operations")
def added_operations(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Operations of a layer with this method less those without positions."""
    one = _layer(build, given)
    names = symbols(build, given) | {"T": given["tokens"], "h": one.heads, "n": one.heads}
    if "width" not in build:
        names |= {"d": one.head_dim}
    return count(operations_added(encoding, one, given["tokens"], given["tables"]), given["equals"], names)


@measures("added_share_of_attention")
def added_share_of_attention(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Added operations over those of the two products of attention, all pairs of query and key counted."""
    one, length = _layer(build, given), given["length"]
    share = operations_added(encoding, one, length, given["tables"]) / _products(one, length, length)
    return Measurement(share, None, share < given["below"])


@measures("decode_share_of_attention")
def decode_share_of_attention(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Added operations of one step over those of its two products; what depends on positions alone is
    prepared."""
    one, length = _layer(build, given), given["length"]
    encoding = copy.deepcopy(encoding).to("meta")
    positions = torch.arange(length, device="meta")
    fresh = positions if given["cached"] == "raw" else positions[-1:]

    def step(method: PositionEncoding) -> int:
        x = torch.empty(1, 1, one.width, device="meta", dtype=torch.float64)
        q, k, v = _shapes(one, 1, length)
        with torch.device("meta"):
            now, late = _one_sequence(encoding, 1), _one_sequence(encoding, len(fresh))
            around = _one_sequence(encoding, length) | {"hidden_q": now["hidden_q"]}
        with torch.device("meta"), Counter([x, q, k, v]) as counter:
            method.embed(x, positions[-1:], Context(positions[-1:], positions[-1:], **now | {"length": length}))
            ctx = Context(fresh, fresh, **late | {"length": length})
            method.features(k[..., length - len(fresh) :, :], fresh, "key", ctx)
            attend(Cached(method), q, k, v, positions[-1:], positions, **around)
        return counter.total

    share = (step(encoding) - step(built("nope"))) / _products(one, 1, length)
    return Measurement(share, None, share < given["below"])


@measures("attention_operations_ratio")
def attention_operations_ratio(encoding: PositionEncoding, build: Values, given: Values) -> Measurement:
    """Operations of the two products at twice the length over those at the length, every pair counted."""
    one = layer(build, grouped=False)
    once, twice = (
        _products(one, length if given["step"] == "full" else 1, length)
        for length in (given["length"], 2 * given["length"])
    )
    ratio = twice / once
    return Measurement(ratio, 0.0, ratio == given["equals"].evaluate(symbols(build, given)))

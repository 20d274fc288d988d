"""The places where position can enter attention, one hook each.

A method overrides only the hooks it uses, so its class shows at a glance what kind it is; every default is
plain attention without positions. To take a method out, copy its file, what it imports beside it, and this one:
they need torch alone.
`ctx` is a `Context`; any object with the same fields serves.

    x            [..., n, width]            token embeddings
    q, k, v      [..., heads, n, head_dim]  k and v repeated to the heads of q
    positions    [..., n]                   integers, float32 or float64; rows may differ; no heads axis;
                 [..., n, position_axes]    where the class has position_axes
    ctx.allowed  bool [..., nq, nk]         True where a query may look at a key; None: not said
"""
from __future__ import annotations

import inspect
import math
import reprlib
from typing import Any

import torch
from torch import Tensor, nn

HOOKS = ("embed", "features", "passes", "scale", "bias", "weights", "values")


class PositionEncoding(nn.Module):
    """Attention without positions; a method is a subclass that overrides hooks."""

    method = ""  # the method's id in the atlas
    needs: tuple[str, ...] = ()  # fields of ctx that it cannot do without
    position_axes = 0  # 0: a position is one number; else a row of this many
    position_limit: int | None = None  # positions run from 0 to here, exclusive; None: they have no end
    causal_only = False  # True: it says nothing about keys later than the query

    def __init__(self) -> None:
        super().__init__()

    def embed(self, x: Tensor, positions: Any, ctx: Any = None) -> Tensor:
        """Embeddings as the first layer sees them."""
        return x

    def features(self, x: Tensor, positions: Any, role: str, ctx: Any = None) -> Tensor:
        """The query, key or value as attention sees it; `role` says which."""
        return x

    def passes(self, ctx: Any) -> list[tuple[Any, Any, Tensor | None]]:
        """(q positions, k positions, where bool [..., nq, nk] or None for everywhere); a later pass overwrites.

        Where no pass holds, the key is hidden: its logit is minus infinity.
        """
        return [(ctx.q_positions, ctx.k_positions, None)]

    def scale(self, q: Tensor, ctx: Any) -> Tensor | float:
        """Factor on q . k before the bias."""
        return q.shape[-1] ** -0.5

    def bias(self, q: Tensor, k: Tensor, ctx: Any) -> Tensor | None:
        """What is added to the scaled logits: broadcasts to [..., heads, nq, nk]."""
        return None

    def weights(self, logits: Tensor, ctx: Any) -> Tensor:
        """Masked softmax. A query that may look at no key gets weights of zero, never NaN."""
        hidden = logits.isneginf()
        if ctx.allowed is not None:
            hidden = hidden | ~ctx.allowed[..., None, :, :]
        return logits.masked_fill(hidden, -math.inf).softmax(-1).masked_fill(hidden, 0.0)

    def values(self, weights: Tensor, v: Tensor, ctx: Any) -> Tensor:
        """The output of attention."""
        return weights @ v

    def hooks_overridden(self) -> tuple[str, ...]:
        """Names of the places at which position enters."""
        return tuple(h for h in HOOKS if getattr(type(self), h) is not getattr(PositionEncoding, h))

    def options(self) -> dict[str, Any]:
        """The options this encoding was built with, defaults included."""
        return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self.options().items())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in self._parameters or name in self._buffers or name in self._modules:
            return super().__getattr__(name)
        raise _NoAttribute(self.method or type(self).__name__, name)


class _NoAttribute(AttributeError):
    """Looks through all methods when its sentence is read, which hasattr and getattr with a default never do."""

    def __str__(self) -> str:
        asked, name = self.args
        owners = sorted({c.method for c in _subclasses(PositionEncoding) if _has(c, name)})
        return f"{asked} has no {name!r}; " + (
            f"methods that have it: {', '.join(owners)}" if owners else "no method has it")


def _subclasses(cls: type) -> list[type]:
    return [s for child in cls.__subclasses__() for s in (child, *_subclasses(child))]


def _has(cls: type, name: str) -> bool:
    return hasattr(cls, name) or name in inspect.signature(cls).parameters


def integer(method: str, name: str, value: Any, minimum: int = 1, even: str = "") -> int:
    """`value` as an int >= minimum (and even, where `even` says why), else a ValueError."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{method}: {name} must be a whole number, got {value!r}; pass an int")
    if value < minimum:
        raise ValueError(f"{method}: {name} must be at least {minimum}, got {value}; choose a larger {name}")
    if even and value % 2:
        raise ValueError(
            f"{method}: {name} must be even, got {value}: {even}; use {value - 1} or {value + 1}")
    return value


def number_above(method: str, name: str, value: Any, bound: float, why: str) -> float:
    """`value` as a finite float > bound, else a ValueError that says why."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not bound < value < math.inf:
        raise ValueError(f"{method}: {name} must be a finite number above {bound:g}, got {value!r}: {why}")
    return float(value)


def at_least(method: str, name: str, value: Any, bound: float, why: str) -> float:
    """`value` as a finite float >= bound, else a ValueError that says why."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not bound <= value < math.inf:
        raise ValueError(
            f"{method}: {name} must be a finite number of at least {bound:g}, got {value!r}: {why}")
    return float(value)


def truth(method: str, name: str, value: Any) -> bool:
    """`value` if it is True or False, else a ValueError."""
    if not isinstance(value, bool):
        raise ValueError(f"{method}: {name} must be True or False, got {value!r}")
    return value


def heads_of(method: str, heads: int, q: Tensor) -> None:
    """A ValueError where q has another number of heads than the encoding was built for."""
    if q.shape[-3] != heads:
        raise ValueError(f"{method}: built for {heads} heads, q has {q.shape[-3]}; build it for that many")


def width_of(method: str, name: str, width: int, x: Tensor) -> None:
    """A ValueError where x has another width than the encoding was built for."""
    if x.shape[-1] != width:
        raise ValueError(f"{method}: built for {name} {width}, but x has width {x.shape[-1]}; "
                         "build it for that width")


def axes_of(method: str, axes: int, numbers: Tensor) -> None:
    """A ValueError where the last axis of positions or offsets does not hold `axes` numbers (0: any shape)."""
    if axes and (numbers.dim() == 0 or numbers.shape[-1] != axes):
        raise ValueError(f"{method}: got numbers of shape {list(numbers.shape)}, but a position has {axes} axes; "
                         f"pass [..., {axes}]")


def no_later_key(method: str, ctx: Any, remedy: str = "mask the future (causal=True)") -> None:
    """A ValueError where a query may look at a key later than itself, for methods that are causal."""
    if ctx.allowed is None or ctx.allowed.is_meta or torch.compiler.is_compiling():
        return
    if bool((ctx.allowed & (ctx.offsets() < 0)).any()):
        raise ValueError(
            f"{method}: a query may look at a later key, which the paper does not define; {remedy}")


def needed(method: str, ctx: Any, name: str) -> Any:
    """The field `name` of the context, or a ValueError where there is no context or it has none."""
    if ctx is None:
        raise ValueError(f"{method} needs {name}, which was not given; pass a context with {name}=...")
    return ctx.need(method, name)


def choice(method: str, name: str, value: Any, among: tuple[str, ...]) -> str:
    """`value` if it is among the words, else a ValueError that lists them."""
    if value not in among:
        raise ValueError(f"{method}: {name} must be one of {', '.join(among)}; got {value!r}")
    return value


def as_positions(method: str, positions: Any, device: torch.device | None = None) -> Tensor:
    """Positions as a tensor. A dtype that skips positions (bfloat16 has no 257) is refused, not rounded."""
    if isinstance(positions, Tensor):
        p = positions if device is None else positions.to(device)
    else:
        try:
            p = torch.as_tensor(positions, device=device)
            if p.is_floating_point() and not hasattr(positions, "dtype"):  # Python floats are float64
                p = torch.as_tensor(positions, dtype=angle_dtype(p.device), device=device)
        except (TypeError, ValueError, RuntimeError) as error:
            raise ValueError(f"{method}: positions cannot be made of {reprlib.repr(positions)}; pass a tensor or "
                             "a list of numbers, one for each token") from error
    if p.dtype in (torch.bool, torch.float16, torch.bfloat16) or p.is_complex():
        raise ValueError(f"{method}: positions are {p.dtype}, which cannot hold every position; "
                         "pass integers, float32 or float64")
    if p.is_floating_point() and not p.is_meta and not bool(p.isfinite().all()):
        raise ValueError(f"{method}: a position is not finite; pass numbers only")
    return p if p.is_floating_point() else p.long()  # differences of uint8 wrap around


def positions_for(method: str, positions: Any, x: Tensor, heads: bool = False, axes: int = 0) -> Tensor:
    """Positions on the device of x, one a row. `heads`: x has a heads axis, and the result gets one."""
    p = as_positions(method, positions, x.device)
    rows = x.shape[:-3] + x.shape[-2:-1] if heads else x.shape[:-1]  # [..., n]
    one_each = p.shape[:-1] if axes else p.shape
    fits = (x.dim() >= 2 + heads and 1 <= len(one_each) <= len(rows) and one_each[-1] == rows[-1]
            and (not axes or p.shape[-1] == axes))
    if not fits or any(a not in (1, b) for a, b in zip(one_each[-2::-1], rows[-2::-1], strict=False)):
        wanted = f"{[*rows, axes]}, {axes} numbers a token" if axes else f"{list(rows)}"
        raise ValueError(
            f"{method}: positions have shape {list(p.shape)}, but a tensor of shape {list(x.shape)} needs "
            f"one for each token: {wanted}, where leading axes may be 1 or absent")
    return p.unsqueeze(-3 if axes else -2) if heads else p


def offsets_for(method: str, q: Tensor, k: Tensor, ctx: Any, axes: int = 0) -> Tensor:
    """Query position minus key position in float64, no heads axis: [..., nq, nk], with axes [..., nq, nk, axes]."""
    i, j = (positions_for(method, p, x, heads=True, axes=axes).squeeze(-3 if axes else -2).to(angle_dtype(x.device))
            for p, x in ((ctx.q_positions, q), (ctx.k_positions, k)))
    return i[..., :, None, :] - j[..., None, :, :] if axes else i[..., :, None] - j[..., None, :]


def angle_dtype(device: torch.device) -> torch.dtype:
    """float64 where the device has it: an angle grows with its position, and its rounding error too."""
    return torch.float32 if device.type == "mps" else torch.float64


def at_least_float32(*tensors: Tensor) -> torch.dtype:
    """The dtype to compute in: that of the tensors, and never below float32. A ValueError for whole numbers."""
    dtype = torch.float32
    for t in tensors:
        if not t.is_floating_point():
            raise ValueError(f"a tensor of shape {list(t.shape)} is {t.dtype}, which would round what is computed; "
                             "pass floating-point numbers")
        dtype = torch.promote_types(dtype, t.dtype)
    return dtype

"""The closed table of methods that run: an id of the atlas in, an encoding out."""
from __future__ import annotations

import inspect
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from .encodings.absolute.learned_absolute import LearnedAbsolute
from .encodings.absolute.sinusoidal import Sinusoidal
from .encodings.base import PositionEncoding
from .encodings.bias.alibi import Alibi
from .encodings.none.nope import Nope
from .encodings.rotary.rope import Rope

CLASSES: Mapping[str, type[PositionEncoding]] = MappingProxyType({
    cls.method: cls for cls in (Alibi, LearnedAbsolute, Nope, Rope, Sinusoidal)})


def available() -> tuple[str, ...]:
    """The ids of the methods that run."""
    return tuple(CLASSES)


def build(method: str, /, **options: Any) -> PositionEncoding:
    """The encoding `method` with these options; a ValueError names what is unknown or missing."""
    if method not in CLASSES:
        near = get_close_matches(str(method), CLASSES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(f"no method {method!r} runs{hint} Methods that run: {', '.join(CLASSES)}")
    known = inspect.signature(CLASSES[method]).parameters
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise ValueError(f"{method} has no option {', '.join(unknown)}; its options: {_listed(known)}")
    missing = [name for name, p in known.items() if p.default is p.empty and name not in options]
    if missing:
        raise ValueError(f"{method} needs {', '.join(missing)}; its options: {_listed(known)}")
    return CLASSES[method](**options)


def _listed(parameters: Mapping[str, inspect.Parameter]) -> str:
    named = (n if p.default is p.empty else f"{n}={p.default!r}" for n, p in parameters.items())
    return ", ".join(named) or "none"

"""Options of the implementations that claims may build, and the symbols that these options give to
formulas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from posatlas.schema.properties.declaration import Argument, argument_problems, did_you_mean

__all__ = ["BUILDS", "SYMBOLS_OF_OPTION", "build_problems", "build_symbols", "complete_build"]

MAX_TABLE: Final = 1 << 26

_BASE: Final = Argument(
    "number",
    "Base of the geometric series of wavelengths (rope_theta).",
    minimum=1.001,
    maximum=1e12,
    default=10000.0,
)

BUILDS: Final[Mapping[str, Mapping[str, Argument]]] = {
    "nope": {},
    "sinusoidal": {
        "width": Argument("integer", "Model width D.", minimum=4, maximum=8192, even=True),
        "layout": Argument(
            "choice",
            "Where sine and cosine of a pair stand: side by side, or in two halves; tensor2tensor also "
            "spaces the "
            "wavelengths over D/2 - 1 steps.",
            choices=("interleaved", "concatenated", "tensor2tensor"),
            default="interleaved",
        ),
        "base": _BASE,
    },
    "learned-absolute": {
        "width": Argument("integer", "Model width D.", minimum=2, maximum=8192),
        "length": Argument("integer", "Rows of the table, L.", minimum=1, maximum=1 << 17),
    },
    "rope": {
        "head_dim": Argument("integer", "Head width d.", minimum=2, maximum=1024, even=True),
        "base": _BASE,
        "pairing": Argument(
            "choice",
            "Channels that rotate together: (2i, 2i+1), or (i, i + d/2).",
            choices=("interleaved", "half"),
            default="interleaved",
        ),
    },
    "alibi": {
        "heads": Argument("integer", "Number of heads n.", minimum=1, maximum=256),
        "symmetric": Argument(
            "boolean", "Also subtract for keys after the query (not in the paper).", default=False
        ),
        "slope_rule": Argument(
            "choice",
            "code: the authors' rule, special where n is no power of two; paper: 2^(-8(i+1)/n) for every n.",
            choices=("code", "paper"),
            default="code",
        ),
    },
}

SYMBOLS_OF_OPTION: Final[Mapping[str, tuple[str, ...]]] = {
    "heads": ("heads", "n", "h"),
    "head_dim": ("head_dim", "d"),
    "width": ("width", "D", "d"),
    "length": ("L",),
    "base": ("base",),
}


def build_problems(method: str, build: Mapping[str, Any]) -> list[str]:
    """Sentences about a build that cannot be made: unknown method, unknown, missing or wrong option."""
    if method not in BUILDS:
        return [f"{method!r} has no implementation that a check can build{did_you_mean(method, BUILDS)}"]
    found = argument_problems(f"option of {method}", BUILDS[method], build)
    if method == "learned-absolute" and not found and build["width"] * build["length"] > MAX_TABLE:
        found.append(
            f"a table of {build['length']} x {build['width']} is too large: at most {MAX_TABLE:,} numbers"
        )
    return found


def complete_build(method: str, build: Mapping[str, Any]) -> dict[str, Any]:
    """The build with the defaults of the options that it leaves out. Raises ValueError for an unknown
    method."""
    if method not in BUILDS:
        raise ValueError(build_problems(method, build)[0])
    defaults = {name: option.default for name, option in BUILDS[method].items() if not option.required}
    return defaults | dict(build)


def build_symbols(build: Mapping[str, Any]) -> dict[str, float]:
    """Symbols for formulas: n and h (heads), d (head_dim or width), D (width), L (length), base, and those
    names."""
    return {
        symbol: float(build[option])
        for option, symbols in SYMBOLS_OF_OPTION.items()
        if option in build
        for symbol in symbols
    }

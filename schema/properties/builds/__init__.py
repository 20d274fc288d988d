"""Options of the implementations that claims may build, the symbols that these options give to formulas, and
the builds that laws are run on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from posatlas.schema.properties.builds.absolute import ABSOLUTE, ABSOLUTE_STANDARD
from posatlas.schema.properties.builds.biases import BIASES, BIASES_STANDARD
from posatlas.schema.properties.builds.content import CONTENT, CONTENT_STANDARD
from posatlas.schema.properties.builds.core import CORE, CORE_STANDARD
from posatlas.schema.properties.builds.extension import EXTENSION, EXTENSION_STANDARD
from posatlas.schema.properties.builds.remapping import REMAPPING, REMAPPING_STANDARD
from posatlas.schema.properties.builds.rotary import ROTARY, ROTARY_STANDARD
from posatlas.schema.properties.builds.scaling import SCALING, SCALING_STANDARD
from posatlas.schema.properties.builds.several_axes import SEVERAL_AXES, SEVERAL_AXES_STANDARD
from posatlas.schema.properties.declaration import Argument, argument_problems, did_you_mean

__all__ = [
    "BUILDS",
    "STANDARD_BUILDS",
    "SYMBOLS_OF_OPTION",
    "build_problems",
    "build_symbols",
    "complete_build",
    "other_build_problems",
]

MAX_TABLE: Final = 1 << 26

BUILDS: Final[Mapping[str, Mapping[str, Argument]]] = {
    **CORE,
    **ABSOLUTE,
    **CONTENT,
    **BIASES,
    **ROTARY,
    **SEVERAL_AXES,
    **EXTENSION,
    **SCALING,
    **REMAPPING,
}

STANDARD_BUILDS: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    **CORE_STANDARD,
    **ABSOLUTE_STANDARD,
    **CONTENT_STANDARD,
    **BIASES_STANDARD,
    **ROTARY_STANDARD,
    **SEVERAL_AXES_STANDARD,
    **EXTENSION_STANDARD,
    **SCALING_STANDARD,
    **REMAPPING_STANDARD,
}

SYMBOLS_OF_OPTION: Final[Mapping[str, tuple[str, ...]]] = {
    "heads": ("n", "h"),
    "width": ("D", "d"),
    "head_dim": ("d",),
    "length": ("L",),
    "original_length": ("L",),
    "training_length": ("c",),
    "factor": ("s",),
    "buckets": ("B",),
    "clip": ("k",),
    "span": ("k",),
    "maximum": ("P",),
    "hidden": ("F",),
    "kernels": ("S",),
    "axes": ("a",),
    "rotary_dim": ("r",),
    "window": ("w", "M"),
}


def build_problems(method: str, build: Mapping[str, Any]) -> list[str]:
    """Sentences about a build that cannot be made: unknown method, unknown, missing or wrong option."""
    if method not in BUILDS:
        return [f"{method!r} has no implementation that a check can build{did_you_mean(method, BUILDS)}"]
    found = argument_problems(f"option of {method}", BUILDS[method], build)
    if not found and {"width", "length"} <= BUILDS[method].keys() and build["width"] * build["length"] > MAX_TABLE:
        found.append(
            f"a table of {build['length']} x {build['width']} is too large: at most {MAX_TABLE:,} numbers"
        )
    return found


def other_build_problems(build: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """Sentences about the other method of a question, each after the argument at fault: `method` or its `options`."""
    at_fault = "options" if given["method"] in BUILDS else "method"
    return [f"{at_fault}: {problem}" for problem in build_problems(given["method"], given["options"])]


def complete_build(method: str, build: Mapping[str, Any]) -> dict[str, Any]:
    """The build with the defaults of the options that it leaves out. Raises ValueError for an unknown
    method."""
    if method not in BUILDS:
        raise ValueError(build_problems(method, build)[0])
    defaults = {name: option.default for name, option in BUILDS[method].items() if not option.required}
    return defaults | dict(build)


def build_symbols(build: Mapping[str, Any]) -> dict[str, float]:
    """Symbols for formulas: each number by the name of its option, and n and h (heads), d (head_dim or width), D
    (width), L (length), s (factor) …"""
    found = {
        option: float(value)
        for option, value in build.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }
    for option, symbols in SYMBOLS_OF_OPTION.items():
        if option in found:
            found |= dict.fromkeys(symbols, found[option])
    return found

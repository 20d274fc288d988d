"""Records of curves that plots show: values at the places of one axis, computed by the implementations. No torch.

One file a figure, kb/evidence/figures/<name>.yml, written by `posatlas check --record`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from posatlas.evidence import HEADER
from posatlas.recorded import load_recorded, named, of_types
from posatlas.source_digests import PACKAGE, digest, implementation_digest

__all__ = ["CurveFigure", "curve_key", "read_curves", "written"]

_MOST: Final = sys.float_info.max
METHOD: Final = "rope"  # all curves are of rotary angles


@dataclass(frozen=True)
class CurveFigure:
    """Curves over one axis: `at` holds the places, `curves` the values of each curve there. `facts` are columns of
    numbers that say more than the places drawn do. `key` stands for what gave the numbers."""

    key: str
    at: tuple[int, ...]
    curves: Mapping[str, tuple[float, ...]]
    facts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def fresh(self) -> bool:
        """True while the implementation and the recording are those that gave the numbers."""
        return self.key == curve_key()


def curve_key(package: Path = PACKAGE) -> str:
    """A digest of all that decides the numbers of the curves."""
    recording = digest(package / "reference_impl" / "figures" / "curves.py")
    parts = (implementation_digest(METHOD, package), recording)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def read_curves(path: Path) -> CurveFigure:
    """The record in a file. Raises NoRecord where it holds none."""
    with named(path.name, "delete it, then run: posatlas check --record"):
        return _figure(load_recorded(path))


def _figure(raw: Any) -> CurveFigure:
    of_types(raw, {"key": str, "at": list, "curves": dict, "facts": dict}, "a record of curves")
    for numbers in (raw["at"], *raw["curves"].values(), *raw["facts"].values()):
        if not isinstance(numbers, list) or not all(type(n) in (int, float) and abs(n) <= _MOST for n in numbers):
            raise ValueError("places, curves and facts are lists of finite numbers")
    at, curves = tuple(raw["at"]), {name: tuple(map(float, values)) for name, values in raw["curves"].items()}
    if not at or any(len(values) != len(at) for values in curves.values()):
        raise ValueError("each curve has one value for each place")
    return CurveFigure(raw["key"], at, curves, {name: tuple(values) for name, values in raw["facts"].items()})


def written(figure: CurveFigure) -> str:
    """The text of a record's file."""
    return HEADER + yaml.safe_dump(_plain(asdict(figure)), sort_keys=False, default_flow_style=None, width=120)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return list(value) if isinstance(value, tuple) else value

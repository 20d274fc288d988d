"""Records of the laws: what came of each for each method, and how an encoding is called. No torch.

One file a method, kb/evidence/laws/<method>.yml, written by `posatlas check --record`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from posatlas.recorded import load_recorded, named, of_types, recorded_files
from posatlas.schema.laws import LAWS
from posatlas.schema.properties import STANDARD_BUILDS
from posatlas.source_digests import PACKAGE, canonical, digest, implementation_digest

__all__ = ["Interface", "LawRecord", "LawRow", "law_key", "load_laws", "written"]

HEADER: Final = "# Written by `posatlas check --record`: the laws, run over a method. Never edited by hand.\n"


@dataclass(frozen=True)
class LawRow:
    """One law over all standard builds of a method, in all dtypes it is run in. `worst`: the largest violation, over
    what is allowed where something is (then 1 is the limit)."""

    law: str
    holds: bool
    runs: int
    worst: float
    device: str
    date: str


@dataclass(frozen=True)
class Interface:
    """How an encoding is called: the context fields that it needs, the axes of a position (0: one number), where its
    positions end, the hooks that it overrides, and the quantities that it offers."""

    needs: tuple[str, ...]
    position_axes: int
    position_limit: int | None
    causal_only: bool
    hooks: tuple[str, ...]
    quantities: tuple[str, ...]


_ROW: Final[dict[str, Any]] = {
    "law": str, "holds": bool, "runs": int, "worst": float, "device": str, "date": str
}  # fmt: skip
_INTERFACE: Final[dict[str, Any]] = {
    "needs": list[str], "position_axes": int, "position_limit": int | None, "causal_only": bool, "hooks": list[str],
    "quantities": list[str],
}  # fmt: skip


@dataclass(frozen=True)
class LawRecord:
    """The laws of one method."""

    method: str
    key: str
    interface: Interface
    rows: tuple[LawRow, ...]

    @property
    def fresh(self) -> bool:
        """True while implementation, laws and standard builds are those that were run."""
        return self.key == law_key(self.method)


@cache
def _laws_digest(package: Path) -> str:
    implementation = package / "reference_impl"
    shared = [implementation / "properties" / f"{name}.py" for name in ("draws", "measuring")]
    return digest(*sorted((implementation / "laws").glob("*.py")), *shared)


def law_key(method: str, package: Path = PACKAGE) -> str:
    """A digest of all that decides what the laws give for a method."""
    builds = canonical(list(STANDARD_BUILDS.get(method, ())))
    parts = (implementation_digest(method, package), _laws_digest(package), builds, *LAWS)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def load_laws(folder: Path) -> dict[str, LawRecord]:
    """Records by method; empty where the folder is missing. Raises NoRecord for a file that holds none."""
    found: dict[str, LawRecord] = {}
    for path in recorded_files(folder):
        with named(path.name, "delete it, then run: posatlas check --record"):
            found[path.stem] = _record(path.stem, load_recorded(path))
    return found


def _record(method: str, raw: Any) -> LawRecord:
    of_types(raw, {"key": str, "interface": dict, "rows": list}, "a record of laws")
    of_types(raw["interface"], _INTERFACE, "an interface")
    interface: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in raw["interface"].items()}
    for row in raw["rows"]:
        of_types(row, _ROW, "a row of a law")
    return LawRecord(method, raw["key"], Interface(**interface), tuple(LawRow(**row) for row in raw["rows"]))


def written(key: str, interface: Interface, rows: Sequence[LawRow]) -> str:
    """The text of a record's file."""
    shown = {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(interface).items()}
    raw = {"key": key, "interface": shown, "rows": [asdict(row) for row in rows]}
    return HEADER + yaml.safe_dump(raw, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=None)

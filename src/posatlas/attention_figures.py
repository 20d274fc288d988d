"""Records of attention figures: what a method does to attention where only position differs. No torch.

One file a method, kb/evidence/figures/attention/<method>.yml, written by `posatlas check --record`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import yaml

from posatlas.recorded import load_recorded, named, of_types, recorded_files
from posatlas.schema.properties import STANDARD_BUILDS
from posatlas.source_digests import PACKAGE, canonical, digest, implementation_digest

__all__ = ["SIZE", "AttentionFigure", "attention_figure_key", "load_attention_figures", "read", "written"]

HEADER: Final = "# Written by `posatlas check --record`: numbers of a figure. Never edited by hand.\n"
SIZE: Final = 16
FIELDS: Final[dict[str, Any]] = {
    "key": str, "build": dict, "drawn": str, "heads": int, "grid": list[int], "embeds": bool, "random": bool,
    "rows": list[str],
}  # fmt: skip
HIDDEN: Final = "-"


@dataclass(frozen=True)
class AttentionFigure:
    """Scores of sixteen queries (rows) for sixteen keys of the same content, in the first of `heads` heads.

    `drawn` says what the scores are: logits, or weights where the method takes no softmax. `grid`: how the tokens lie,
    16 on a line, or rows and columns, or time, rows and columns. `embeds`: the method acts on embeddings, so that these
    are alike, not queries and keys. `random`: numbers of the method, learned or drawn, come from a fixed seed. A score
    is None where the query may not see the key.
    """

    method: str
    key: str
    build: Mapping[str, Any]
    drawn: Literal["logits", "weights"]
    heads: int
    grid: tuple[int, ...]
    embeds: bool
    random: bool
    rows: tuple[tuple[float | None, ...], ...]

    @cached_property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest score."""
        shown = [score for row in self.rows for score in row if score is not None]
        return min(shown), max(shown)

    @property
    def fresh(self) -> bool:
        """True while implementation, recording and build are those that gave the numbers."""
        return self.key == attention_figure_key(self.method)

    @property
    def hides(self) -> bool:
        """True where some query may not see some key."""
        return any(score is None for row in self.rows for score in row)

    def agrees_with(self, other: AttentionFigure, tolerance: float = 2e-3) -> bool:
        """True where all is alike and scores differ by no more than the tolerance, a share of the largest score."""
        same = (self.key, self.build, self.drawn, self.heads, self.grid, self.embeds, self.random) == (
            other.key, other.build, other.drawn, other.heads, other.grid, other.embeds, other.random
        )  # fmt: skip
        allowed = tolerance * max(map(abs, self.range))
        pairs = [pair for rows in zip(self.rows, other.rows, strict=True) for pair in zip(*rows, strict=True)]
        return same and all(a is b if a is None or b is None else abs(a - b) <= allowed for a, b in pairs)


def attention_figure_key(method: str, package: Path = PACKAGE) -> str:
    """A digest of all that decides the numbers of a method's figure."""
    implementation = package / "reference_impl"
    recording = [implementation / "figures" / "attention.py"]
    recording += [implementation / "properties" / f"{name}.py" for name in ("draws", "measuring")]
    parts = (implementation_digest(method, package), digest(*recording), canonical(STANDARD_BUILDS[method][0]))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def load_attention_figures(folder: Path) -> dict[str, AttentionFigure]:
    """Records by method; empty where the folder is missing. Raises NoRecord for a file that holds none."""
    return {path.stem: read(path) for path in recorded_files(folder)}


def read(path: Path) -> AttentionFigure:
    """The record in a file. Raises NoRecord where it holds none."""
    with named(path.name, "delete it, then run: posatlas check --record"):
        return _figure(path.stem, load_recorded(path))


def _figure(method: str, raw: Any) -> AttentionFigure:
    of_types(raw, FIELDS, "the record of an attention figure")
    if raw["drawn"] not in ("logits", "weights") or math.prod(raw["grid"]) != SIZE or min(raw["grid"]) < 1:
        raise ValueError(f"an attention figure draws logits or weights of {SIZE} tokens")
    rows = tuple(tuple(None if part == HIDDEN else float(part) for part in row.split()) for row in raw["rows"])
    scores = [score for row in rows for score in row if score is not None]
    if [len(row) for row in rows] != [SIZE] * SIZE or not scores or not all(map(math.isfinite, scores)):
        raise ValueError(f"an attention figure has {SIZE} rows of {SIZE} finite scores, not all hidden")
    return AttentionFigure(**{**raw, "method": method, "grid": tuple(raw["grid"]), "rows": rows})


def written(figure: AttentionFigure) -> str:
    """The text of a record's file."""
    raw = {name: getattr(figure, name) for name in FIELDS}
    raw |= {"build": dict(figure.build), "grid": list(figure.grid)}
    rows = [" ".join(HIDDEN if score is None else f"{score:g}" for score in row) for row in raw.pop("rows")]
    head = yaml.safe_dump(raw, sort_keys=False, width=10_000, default_flow_style=None)
    return HEADER + head + "rows:\n" + "".join(f'- "{row}"\n' for row in rows)

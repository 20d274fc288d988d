"""Run all laws over methods, and write what came of them."""

from __future__ import annotations

import datetime
import inspect
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import torch

from posatlas.law_records import Interface, LawRow, law_key, load_laws, written
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.laws.law import LAWS, outcome
from posatlas.reference_impl.laws.subject import subjects
from posatlas.reference_impl.properties.measuring import greatest
from posatlas.reference_impl.registry import CLASSES
from posatlas.reference_impl.replacing import replace_file

__all__ = ["interface", "law_rows", "record_laws"]

_NOT_QUANTITIES = frozenset(dir(PositionEncoding)) | {"method", "reset_parameters"}


def interface(encoding: PositionEncoding) -> Interface:
    """How the encoding is called."""
    offered = sorted(
        name for name, value in inspect.getmembers(type(encoding))
        if not name.startswith("_") and name not in _NOT_QUANTITIES and (callable(value) or isinstance(value, property))
    )
    return Interface(
        encoding.needs, encoding.position_axes, encoding.position_limit, encoding.causal_only,
        encoding.hooks_overridden(), tuple(offered),
    )


def law_rows(method: str, device: str = "cpu", date: str | None = None) -> Iterator[LawRow]:
    """What came of each law that applies, over all standard builds and dtypes."""
    today = date or datetime.date.today().isoformat()
    with torch.device(device):
        alike = subjects({method})
        for law in LAWS.values():
            found = [outcome(law, s, dtype) for s in alike if law.applies(s) for dtype in law.dtypes]
            if found:
                worst = greatest(*(o.violation / o.allowed if o.allowed else o.violation for o in found))
                shown = float(f"{worst:.2g}") if math.isfinite(worst) else worst
                yield LawRow(law.name, all(o.holds for o in found), len(found), shown, device, today)


def record_laws(methods: Iterable[str], folder: Path, device: str = "cpu") -> None:
    """Write <folder>/<method>.yml for each method; a row that came out as before keeps its date.

    Rows of another device stay only while the key does: they were measured on the source that it stands for.
    """
    earlier = load_laws(folder)
    for method in methods:
        key = law_key(method)
        old = earlier.get(method)
        if old is not None and old.key == key and any(row.device == device for row in old.rows):
            continue
        before = {(r.law, r.device): r for r in old.rows} if old is not None else {}
        rows = [r for r in before.values() if r.device != device] if old is not None and old.key == key else []
        for row in law_rows(method, device):
            same = before.get((row.law, device))
            rows.append(same if same is not None and replace(same, date=row.date) == row else row)
        first = subjects({method})[0].encoding()
        replace_file(folder / f"{method}.yml", written(key, interface(first), rows))
    for path in folder.glob("*.yml"):
        if path.stem not in CLASSES:
            path.unlink()

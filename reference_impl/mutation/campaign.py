"""A run over many methods, in several processes, kept by hash: only what changed runs again."""

from __future__ import annotations

import datetime
import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import torch
import yaml

from posatlas.evidence import CheckLike, ClaimLike
from posatlas.mutations import MutationRecord, checks_about, load_mutations, mutation_key, written
from posatlas.reference_impl.mutation.running import Result, run_method
from posatlas.reference_impl.registry import CLASSES
from posatlas.reference_impl.replacing import replace_file

__all__ = ["campaign", "equivalents", "record_campaign", "shrunk"]

EQUIVALENT = Path(__file__).parent / "equivalent.yml"


def equivalents() -> dict[str, dict[str, str]]:
    """Mutants listed as equivalent, by method: name and reason."""
    listed = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or {}
    return {method: {row["mutant"]: row["reason"] for row in rows} for method, rows in listed.items()}


def _one(method: str, checks: Sequence[tuple[str, CheckLike]], listed: Sequence[str]) -> Result:
    torch.set_num_threads(1)
    return run_method(method, checks, listed)


def campaign(
    claims: Iterable[ClaimLike], methods: Sequence[str] = (), folder: Path | None = None, jobs: int = 1,
    again: bool = False, progress: Callable[[str, int, int], Any] = lambda method, done, of: None,
) -> tuple[list[MutationRecord], list[str]]:
    """Records of the methods (default: all that run), and sentences about listed mutants that are not equivalent.

    `folder` holds earlier records; one whose key is the same is kept, unless `again`. `progress(method, done, of)` is
    called as each method is finished.
    """
    claims = list(claims)
    chosen = list(dict.fromkeys(methods or CLASSES))
    earlier = load_mutations(folder) if folder else {}
    listed = equivalents()
    work, kept = {}, []
    for method in chosen:
        checks = checks_about(method, claims)
        names = list(listed.get(method, {}))
        key = mutation_key(method, checks, names)
        old = earlier.get(method)
        if old is not None and old.key == key and not again:
            kept.append(old)
        else:
            work[method] = (checks, names, key)
    found, wrong = list(kept), []
    today = datetime.date.today().isoformat()
    done = len(kept)
    with ProcessPoolExecutor(max_workers=max(1, jobs), mp_context=multiprocessing.get_context("forkserver")) as pool:
        running = {pool.submit(_one, method, checks, names): method for method, (checks, names, _) in work.items()}
        for future in as_completed(running):
            result, method = future.result(), running[future]
            done += 1
            progress(method, done, len(chosen))
            wrong += [f"{method}: {name}" for name in result.not_equivalent]
            found.append(
                MutationRecord(
                    method, result.lines, result.mutants, result.killed, result.equivalent, result.survivors, today,
                    work[method][2],
                )
            )
    return sorted(found, key=lambda record: record.method), wrong


def shrunk(records: Iterable[MutationRecord], folder: Path) -> list[str]:
    """Sentences about methods that have fewer lines or fewer mutants than their earlier record: what is not there
    cannot be noticed, so a fall is looked at before it is accepted."""
    earlier = load_mutations(folder)
    return [
        f"{record.method} has {now} {what}, {before} before"
        for record in records
        if record.method in earlier
        for what, now, before in (
            ("lines", record.lines, earlier[record.method].lines),
            ("mutants", record.mutants, earlier[record.method].mutants),
        )
        if now < before
    ]


def record_campaign(records: Iterable[MutationRecord], folder: Path) -> None:
    """Write each record to <folder>/<method>.yml."""
    for record in records:
        replace_file(folder / f"{record.method}.yml", written(record))

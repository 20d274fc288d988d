"""Run the checks of claims, and record what was measured as evidence."""

from __future__ import annotations

import builtins
import datetime
import math
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import torch
import yaml

import posatlas
from posatlas.evidence import HEADER, CheckLike, ClaimLike, Record, check_key, load_evidence
from posatlas.reference_impl import build as registered
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties import measure
from posatlas.reference_impl.replacing import replace_file
from posatlas.schema.frozen import plain
from posatlas.schema.properties import PROPERTIES

__all__ = ["Row", "record", "run", "run_check"]

SEED: Final = 20_240_229  # what a learned table draws at its start
DTYPE: Final = "float64"

Builder = Callable[..., PositionEncoding]


@dataclass(frozen=True)
class Row:
    """One check of one claim, run. `error` is a sentence where nothing could be measured; then nothing
    agrees."""

    claim: str
    method: str
    build: dict[str, Any]
    property: str
    given: dict[str, Any]
    says: str
    tests: str
    expect: str
    measured: str | float | int | bool
    tolerance: float | None
    holds: bool
    device: str
    dtype: str
    seconds: float
    error: str | None = None

    @builtins.property  # `property` is a field here
    def agrees(self) -> bool:
        """True when the measurement came out as the claim expects."""
        return self.error is None and self.holds == (self.expect == "holds")

    def as_json(self) -> dict[str, Any]:
        """The row as JSON values, with `agrees` and what the value `measures`; seconds rounded to milliseconds."""
        declared = PROPERTIES.get(self.property)
        measures = declared.measures.en if declared else None
        return asdict(self) | {"seconds": round(self.seconds, 3), "agrees": self.agrees, "measures": measures}


def run_check(claim: str, check: CheckLike, builder: Builder = registered, device: str = "cpu") -> Row:
    """Build the method, measure the property, compare: never raises for what a check or an encoding does
    wrong.

    `builder` takes a method's id and its options; a mutant comes in here. Learned tables start from a fixed
    seed.
    """
    started = time.perf_counter()
    measured: str | float | int | bool = "not measured"
    allowed, holds, error = None, False, None
    try:
        with torch.device(device), torch.random.fork_rng(devices=[]):
            torch.manual_seed(SEED)
            encoding = builder(check.method, **check.build).eval()
            result = measure(check.property, encoding, check.build, check.given)
        measured, allowed, holds = result.measured, result.tolerance, result.holds
    except Exception as failure:  # what an implementation raises is a finding about it, not about this program
        error = f"{type(failure).__name__}: {failure}"
    return Row(
        claim=claim,
        method=check.method,
        build=plain(check.build),
        property=check.property,
        given=plain(check.given),
        says=check.says,
        tests=check.tests,
        expect=check.expect,
        measured=measured,
        tolerance=allowed,
        holds=holds,
        device=device,
        dtype=DTYPE,
        seconds=time.perf_counter() - started,
        error=error,
    )


def run(
    claims: Iterable[ClaimLike],
    device: str = "cpu",
    progress: bool = False,
    builder: Builder = registered,
    jobs: int = 1,
) -> list[Row]:
    """A row for every check of the claims, in order. `progress` shows a bar while it runs, on standard error
    where that is a terminal. `jobs` processes share the work on the CPU.

    Raises ValueError where the device is not there.
    """
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError):  # AssertionError: a torch that was built without CUDA
        found = f"cpu, and {torch.cuda.device_count()} CUDA devices"
        raise ValueError(f'The device "{device}" is not there; torch finds {found}.') from None
    work = [(claim.id, check) for claim in claims for check in claim.checks]
    if jobs > 1 and device == "cpu" and builder is registered and len(work) > 1:
        rows = _in_processes(work, jobs)
    else:
        rows = (run_check(claim, check, builder, device) for claim, check in work)
    if not progress:
        return list(rows)
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    hidden = not console.is_terminal
    return list(track(rows, "Running checks", len(work), transient=True, console=console, disable=hidden))


def _in_processes(work: Sequence[tuple[str, CheckLike]], jobs: int) -> Iterator[Row]:
    """The rows in order, measured by several processes with one thread each."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # A process forked from one whose thread pool has run could wait for threads that it has not got.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("forkserver"), torch.set_num_threads, (1,)) as pool:
        yield from pool.map(_run_one, work, chunksize=max(1, min(16, len(work) // (4 * jobs))))


def _run_one(item: tuple[str, CheckLike]) -> Row:
    return run_check(*item)


def _versions() -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "posatlas": posatlas.__version__,
    }


def _rounded(value: Any) -> Any:
    """Six significant digits: more would differ between machines and say nothing."""
    if isinstance(value, float) and math.isfinite(value):
        return float(f"{value:.6g}")
    return value


def _records(rows: Iterable[Row], date: str) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for row in rows:
        if row.error is not None:
            continue
        entry = Record(
            claim=row.claim,
            says=row.says,
            property=row.property,
            build=row.build,
            given=row.given,
            measured=_rounded(row.measured) if not isinstance(row.measured, bool) else row.measured,
            tolerance=_rounded(row.tolerance),
            holds=row.holds,
            device=row.device,
            dtype=row.dtype,
            versions=_versions(),
            date=date,
            key=check_key(row),
        )
        found.setdefault(row.method, []).append(entry)
    return found


def _order(entry: Record) -> tuple[str, str, str, str, str]:
    return (
        entry.claim,
        entry.property,
        entry.device,
        str(sorted(entry.build.items())),
        str(sorted(entry.given.items())),
    )


def record(
    rows: Sequence[Row], evidence_dir: Path, *, complete: bool = False, date: str | None = None
) -> tuple[Path, ...]:
    """Write what was measured to <evidence_dir>/<method>.yml and return the files that changed.

    Rows of the claims in `rows` replace all earlier ones of these claims; other claims keep theirs, unless
    `complete` says that `rows` is all there is. A row with the key, device, `holds` and tolerance of an
    earlier one does not change it, so its date stays. Checks that ended in an error are not recorded. Each
    file is replaced in one step. Raises ValueError where a file that is there cannot be read.
    """
    fresh = _records(rows, date or datetime.date.today().isoformat())
    earlier = load_evidence(evidence_dir)
    ran = {(row.claim, row.device) for row in rows}
    changed = []
    for method in sorted({*fresh, *earlier}):
        before = earlier.get(method, [])
        same = {(e.claim, e.key, e.device): e for e in before}
        after = [] if complete else [e for e in before if (e.claim, e.device) not in ran]
        for entry in fresh.get(method, []):
            old = same.get((entry.claim, entry.key, entry.device))
            kept = old is not None and (old.holds, old.tolerance, old.says) == (
                entry.holds,
                entry.tolerance,
                entry.says,
            )
            after.append(old if kept and old is not None else entry)
        path = evidence_dir / f"{method}.yml"
        if sorted(after, key=_order) != before:
            _write(path, sorted(after, key=_order))
            changed.append(path)
    return tuple(changed)


def _write(path: Path, entries: Sequence[Record]) -> None:
    """Replace the file in one step, or remove it when no entry is left."""
    if not entries:
        path.unlink(missing_ok=True)
        return
    rows = yaml.safe_dump(
        [asdict(entry) for entry in entries],
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
        default_flow_style=None,
    )
    replace_file(path, HEADER + rows)

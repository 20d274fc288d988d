"""Validation against its floor: the CPU time in which libyaml composes the same files.

In this process after imports, all lints on, no cache, best of three for each side, the two sides taking turns.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from posatlas.command_line.options import knowledge_base
from posatlas.folders import yaml_files
from posatlas.validation import validate, validate_files
from tests.benchmarks.synthetic import write_knowledge_base

ROUNDS = 3
LIMIT = 2.0
SECONDS_FOR_ONE_FILE = 0.2


def run() -> None:
    """Print floor, validation and their ratio for kb/ and for 2,000 synthetic files; and the time of one file."""
    root, _ = knowledge_base(None)
    _compare("kb/", root)
    with tempfile.TemporaryDirectory() as folder:
        synthetic = write_knowledge_base(Path(folder) / "kb", 2000)
        _compare("synthetic", synthetic)
    largest = max((root / "methods").glob("*.yml"), key=lambda file: file.stat().st_size)
    for file in (largest, next((root / "claims").glob("alibi/*.yml"))):
        seconds = min(_wall(lambda file=file: validate_files(root, [file])) for _ in range(ROUNDS))
        print(
            f"validation of {file.relative_to(root)} alone: {seconds * 1000:.0f} ms"
            f" (limit {SECONDS_FOR_ONE_FILE * 1000:.0f} ms)"
        )


def _compare(name: str, root: Path) -> None:
    files = [path for path, _ in yaml_files(root)]
    floors, times, findings = [], [], 0
    for _ in range(ROUNDS):
        floors.append(_cpu(lambda: _compose(files)))
        started = time.process_time()
        findings = len(validate(root))
        times.append(time.process_time() - started)
    floor, taken = min(floors), min(times)
    print(
        f"validation of {name}: {len(files)} files, {findings} findings; libyaml {floor * 1000:.0f} ms, "
        f"validation {taken * 1000:.0f} ms, ratio {taken / floor:.2f} (limit {LIMIT:.1f})"
    )


def _compose(files: list[str]) -> None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for file in files:
        with open(file, "rb") as handle:
            yaml.compose(handle, Loader=loader)


def _cpu(function: Callable[[], object]) -> float:
    gc.collect()
    started = time.process_time()
    function()
    return time.process_time() - started


def _wall(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return time.perf_counter() - started

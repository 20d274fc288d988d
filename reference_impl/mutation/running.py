"""Run the mutants of one method against the claims about it."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from posatlas.evidence import CheckLike
from posatlas.reference_impl import build
from posatlas.reference_impl.checks import run_check
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.mutation.mutants import class_of, mutants_of
from posatlas.reference_impl.mutation.same import fingerprint
from posatlas.reference_impl.registry import CLASSES
from posatlas.source_digests import implementation_file, source_without_prose

__all__ = ["Result", "run_method"]

SECONDS: Final = 20  # a mutant that takes longer for one check is noticed by that


@dataclass(frozen=True)
class Result:
    """What came of the mutants of one method."""

    method: str
    lines: int
    mutants: int
    killed: int
    equivalent: tuple[str, ...]
    survivors: tuple[str, ...]
    not_equivalent: tuple[str, ...]  # listed as equivalent, and either noticed or different


@contextlib.contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError after so many seconds, where the platform has alarms."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def late(*_: Any) -> None:
        raise TimeoutError("it takes too long")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _builder(cls: type[PositionEncoding]) -> Callable[..., PositionEncoding]:
    def built(method: str, **options: Any) -> PositionEncoding:
        return cls(**options) if method == cls.method else build(method, **options)

    return built


def _noticed(cls: type[PositionEncoding], checks: Sequence[tuple[str, CheckLike]]) -> int | None:
    """Index of the first check that comes out otherwise than the claim expects, or None."""
    for index, (claim, check) in enumerate(checks):
        try:
            with _at_most(SECONDS):
                row = run_check(claim, check, _builder(cls))
        except TimeoutError:
            return index
        if not row.agrees:
            return index
    return None


def run_method(method: str, checks: Sequence[tuple[str, CheckLike]], listed: Sequence[str] = ()) -> Result:
    """Run every mutant of `method` against `checks` [(claim id, check)], all of which agree with the right one.

    `listed` names mutants that are said to be equivalent. Checks that noticed a mutant are tried first on the next.
    """
    original = CLASSES[method]
    file = implementation_file(method)
    order = [(claim, check) for claim, check in checks if run_check(claim, check).agrees]
    found = mutants_of(file)
    killed, survivors, equivalent, wrong = 0, [], [], []
    right: str | None = None
    for mutant in found:
        try:
            cls = class_of(mutant, original)
        except Exception:  # it cannot even be defined
            killed += 1
            continue
        index = _noticed(cls, order)
        if index is not None:
            killed += 1
            order.insert(0, order.pop(index))
            if mutant.name in listed:
                wrong.append(f"{mutant.name} (noticed)")
        elif mutant.name in listed:
            right = fingerprint(original) if right is None else right
            if fingerprint(cls) == right:
                equivalent.append(mutant.name)
            else:
                wrong.append(f"{mutant.name} (gives other numbers)")
                survivors.append(mutant.name)
        else:
            survivors.append(mutant.name)
    wrong += [f"{name} (no such mutant)" for name in listed if name not in {m.name for m in found}]
    lines = len(source_without_prose(file.read_text(encoding="utf-8")).splitlines())
    return Result(method, lines, len(found), killed, tuple(equivalent), tuple(survivors), tuple(wrong))

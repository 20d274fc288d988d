"""What a law is, the table of them, and what came of one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import torch

from posatlas.reference_impl.laws.subject import Subject
from posatlas.schema.laws import LAWS as DECLARED

__all__ = ["LAWS", "Law", "Outcome", "law", "outcome"]

DTYPES: Final = (torch.float64, torch.float32, torch.bfloat16, torch.float16)


@dataclass(frozen=True)
class Law:
    """A law. `measure` gives the largest violation found and what is allowed; `applies` says whether the law has a
    meaning for a subject; `dtypes` are those it is run in."""

    name: str
    measure: Callable[[Subject, torch.dtype], tuple[float, float]]
    applies: Callable[[Subject], bool]
    dtypes: tuple[torch.dtype, ...]


@dataclass(frozen=True)
class Outcome:
    """One law, one build of one method, one dtype. `error` is a sentence where something was raised."""

    law: str
    method: str
    build: str
    dtype: str
    violation: float
    allowed: float
    error: str | None = None

    @property
    def holds(self) -> bool:
        """True when nothing was raised and the violation is within what is allowed."""
        return self.error is None and math.isfinite(self.violation) and self.violation <= self.allowed


LAWS: Final[dict[str, Law]] = {}


def law(
    applies: Callable[[Subject], bool] = lambda subject: True,
    dtypes: tuple[torch.dtype, ...] = (torch.float64,),
) -> Callable[
    [Callable[[Subject, torch.dtype], tuple[float, float]]], Callable[[Subject, torch.dtype], tuple[float, float]]
]:
    """Enter a measuring function into the table under its own name, that of the declared law."""

    def enter(
        measure: Callable[[Subject, torch.dtype], tuple[float, float]],
    ) -> Callable[[Subject, torch.dtype], tuple[float, float]]:
        name = measure.__name__
        if name not in DECLARED or name in LAWS:
            raise ValueError(f"the law {name!r} is not declared in schema/laws.py, or entered twice")
        LAWS[name] = Law(name, measure, applies, dtypes)
        return measure

    return enter


def outcome(law: Law, subject: Subject, dtype: torch.dtype) -> Outcome:
    """Run one law on one subject: never raises for what an encoding does wrong."""
    name = str(dtype).removeprefix("torch.")
    try:
        with torch.no_grad():
            violation, allowed = law.measure(subject, dtype)
    except Exception as error:  # what an encoding raises is a finding about it
        return Outcome(law.name, subject.method, subject.name, name, math.inf, 0.0, f"{type(error).__name__}: {error}")
    return Outcome(law.name, subject.method, subject.name, name, float(violation), float(allowed))

"""What a check reports."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Problem"]


class Problem(NamedTuple):
    """A mistake in a text: its code, where it begins, what is wrong, and what to write instead if known."""

    code: str
    offset: int
    message: str
    fix: str | None = None

"""Entries of the knowledge base, read once in a process; mistakes in other files do not matter."""

from __future__ import annotations

from functools import cache
from typing import Any

from posatlas.corpus import read_corpus


@cache
def entries(kind: str) -> dict[str, Any]:
    """Valid entities of a kind, by id."""
    return {e.id: e.entity for e in _all() if e.kind.name == kind and e.entity is not None}


@cache
def _all() -> list[Any]:
    return read_corpus().entries

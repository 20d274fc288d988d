"""What is new: entities as they were first recorded, and claims whose verdict changed; newest first."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from posatlas.atlas import Atlas
from posatlas.history import History, load_history
from posatlas.schema import Claim, Entity

__all__ = ["KINDS_OF_NEWS", "Batch", "News", "Reconsidered", "news"]

KINDS_OF_NEWS: Final = (
    "method comparison claim misconception metric technique lesson case thesis model paper event organisation library"
).split()
"""Kinds that readers are told of, in this order within a day. Terms, stages and applications come with others."""


class Batch(NamedTuple):
    """Entities of one kind that were first recorded on one day, by id."""

    date: str
    kind: str
    entities: tuple[Entity, ...]

    def by_subject(self) -> list[tuple[str, tuple[Entity, ...]]]:
        """Claims by the first entity that they are about: those with most first."""
        groups: dict[str, list[Entity]] = {}
        for claim in self.entities:
            assert isinstance(claim, Claim)
            groups.setdefault(claim.about[0], []).append(claim)
        return sorted(((k, tuple(v)) for k, v in groups.items()), key=lambda group: (-len(group[1]), group[0]))


class Reconsidered(NamedTuple):
    """A claim whose verdict changed: the day it was recorded, which change of the claim it is, from 1, and the
    verdicts."""

    date: str
    claim: Claim
    number: int
    before: str
    after: str


class News(NamedTuple):
    """All batches and all changes of verdict, newest first."""

    batches: tuple[Batch, ...]
    reconsidered: tuple[Reconsidered, ...]

    @property
    def days(self) -> list[tuple[str, list[Batch]]]:
        """Batches by day."""
        days: dict[str, list[Batch]] = {}
        for batch in self.batches:
            days.setdefault(batch.date, []).append(batch)
        return list(days.items())


@lru_cache(maxsize=1)
def news(atlas: Atlas) -> News:
    """What is new in an atlas, read once for all languages; nothing where no history is kept.

    Raises ValueError that names an unreadable file.
    """
    try:
        history = load_history(atlas.root / "evidence" / "history")
    except ValueError as error:
        raise ValueError(f"kb/evidence/history/{error}. Take the file from the main branch.") from None
    return News(_batches(atlas, history), _reconsidered(atlas, history))


def _batches(atlas: Atlas, history: dict[str, History]) -> tuple[Batch, ...]:
    groups: dict[tuple[str, str], list[Entity]] = {}
    for identifier in sorted(history):
        kind = atlas.kind_of.get(identifier)
        if kind in KINDS_OF_NEWS:
            groups.setdefault((history[identifier].recorded, kind), []).append(atlas[identifier])
    found = [Batch(date, kind, tuple(entities)) for (date, kind), entities in groups.items()]
    found.sort(key=lambda batch: KINDS_OF_NEWS.index(batch.kind))
    found.sort(key=lambda batch: batch.date, reverse=True)
    return tuple(found)


def _reconsidered(atlas: Atlas, history: dict[str, History]) -> tuple[Reconsidered, ...]:
    found = []
    for identifier in sorted(history):
        claim = atlas.entities.get(identifier)
        if isinstance(claim, Claim):
            for number, change in enumerate(history[identifier].changes, 1):
                found.append(Reconsidered(change.date, claim, number, change.before, change.after))
    found.sort(key=lambda one: one.date, reverse=True)
    return tuple(found)

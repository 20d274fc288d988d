"""The atlas as it would stand at a moment: a view that leaves out what came later."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from posatlas.atlas import Atlas
from posatlas.dating import Dated, known_by, moment
from posatlas.evidence import Verified
from posatlas.history import History
from posatlas.places import Places
from posatlas.schema import Entity, Item, Part
from posatlas.schema.verdicts import Status

__all__ = ["AtlasAsOf"]


class AtlasAsOf(Atlas):
    """A view of an atlas at `when`; `undated` are ids of what has no date and is kept.

    Edges, paths, lineages and tables are those of what the view holds. Fields are those of today: a text or list may
    name what came later, which is then not found in the view.
    """

    when: str

    def __init__(self, whole: Atlas, when: str | int | datetime.date) -> None:
        asked = moment(when)
        # A view of a view holds no more than that one does.
        self.when = whole.when if isinstance(whole, AtlasAsOf) and known_by(whole.when, asked) else asked
        self._whole = whole
        self._dates: dict[str, Dated] = {
            identifier: dated
            for identifier, dated in whole._dates.items()
            if dated.date is None or known_by(dated.date, self.when)
        }
        self.undated = tuple(identifier for identifier, dated in self._dates.items() if dated.date is None)
        self.root, self.language = whole.root, whole.language
        # An entity answers for one atlas, so a view has its own; what their fields hold is shared.
        kept: dict[str, Entity] = {identifier: whole.entities[identifier].model_copy() for identifier in self._dates}
        self.entities = MappingProxyType(kept)
        self.kind_of = MappingProxyType({identifier: whole.kind_of[identifier] for identifier in kept})
        self.path_of = MappingProxyType({identifier: whole.path_of[identifier] for identifier in kept})
        self._settled = True

    def __reduce__(self) -> tuple[Any, ...]:
        return AtlasAsOf, (self._whole, self.when)

    def _why_unknown(self, identifier: str) -> str:
        if identifier not in self._whole.entities:
            return super()._why_unknown(identifier)
        date, because = self._whole.date_of(identifier)
        return f'"{identifier}" is not in this view as of {self.when}: it is dated {date}, {because}.'

    def __repr__(self) -> str:
        return f"<as of {self.when}: {super().__repr__()}>"

    def items(self, document: str) -> tuple[Item, ...]:
        """Statements of a document, in order; none for anything else."""
        return self._whole.items(document)

    def parts(self, document: str) -> tuple[Part, ...]:
        """Lines, cells, formulas and figures of a document, in order; none for anything else."""
        return self._whole.parts(document)

    @property
    def statuses(self) -> Mapping[str, Status]:
        """The status of every claim of the view, by id, as it is today."""
        return MappingProxyType({claim.id: self._whole.statuses[claim.id] for claim in self.claims()})

    @property
    def verified(self) -> Mapping[str, Sequence[Verified]]:
        """Every check with its record of the CPU and its state, by id of its claim."""
        return self._whole.verified

    @property
    def history(self) -> Mapping[str, History]:
        """When each entity was first recorded."""
        return self._whole.history

    @property
    def places(self) -> Places:
        """Lines of values in the files."""
        return self._whole.places

"""What is known of one method, gathered once for all dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posatlas.criteria import ancestors, met
from posatlas.law_records import LawRecord, LawRow
from posatlas.schema import Method, Paper, TrainedModel

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["Facts", "facts_of", "laws_of"]


@dataclass(frozen=True)
class Facts:
    """One method: its entity, the record of its laws, the criteria it meets, its paper, and the models that use it."""

    method: Method
    record: LawRecord | None
    met: frozenset[str]
    paper: Paper | None
    models: tuple[TrainedModel, ...]

    def laws(self, *names: str) -> tuple[LawRow, ...]:
        """Rows of some laws on the CPU; of all laws where none is named."""
        rows = self.record.rows if self.record else ()
        return tuple(row for row in rows if row.device == "cpu" and (not names or row.law in names))


def facts_of(atlas: Atlas, laws: Mapping[str, LawRecord]) -> list[Facts]:
    """Facts of every method, by id."""
    methods = {method.id: method for method in atlas.of("method")}
    users: dict[str, list[TrainedModel]] = {}
    for model in sorted(atlas.of("model"), key=lambda model: (model.released, model.id)):
        for method in model.position_encoding.methods:
            users.setdefault(method, []).append(model)
    found = []
    for method in methods.values():
        record, paper = laws.get(method.id), method.introduced_by
        criteria = met(method, record, ancestors(method, methods)) if record else frozenset()
        source = atlas.entities.get(paper) if paper else None
        assert source is None or isinstance(source, Paper)
        found.append(Facts(method, record, criteria, source, tuple(users.get(method.id, ()))))
    return found


def laws_of(facts: Facts, laws: tuple[str, ...], failing: bool) -> tuple[LawRow, ...]:
    """Rows of some laws; or, of all laws, those that fail and the largest violation of those that hold."""
    if not failing:
        return facts.laws(*laws) if laws else ()
    rows = facts.laws()
    worst = max((row for row in rows if row.holds), key=lambda row: row.worst, default=None)
    return (*(row for row in rows if not row.holds), *((worst,) if worst else ()))

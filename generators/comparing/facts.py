"""What is known of one method, gathered once for all dimensions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from posatlas.atlas import Atlas
from posatlas.generators.criteria import ancestors, met
from posatlas.law_records import LawRecord, LawRow
from posatlas.schema import Entity, Method, Paper

__all__ = ["Facts", "Words", "facts_of"]

Words = Callable[..., str]
"""A word of the interface by its key, with values to fill in: `Site.word`."""


@dataclass(frozen=True)
class Facts:
    """One method: its entity, the record of its laws, the criteria it meets, its paper, and the models that use it."""

    method: Method
    record: LawRecord | None
    met: frozenset[str]
    paper: Paper | None
    models: tuple[Entity, ...]

    def laws(self, *names: str) -> tuple[LawRow, ...]:
        """Rows of some laws on the CPU; of all laws where none is named."""
        rows = self.record.rows if self.record else ()
        return tuple(row for row in rows if row.device == "cpu" and (not names or row.law in names))


def facts_of(atlas: Atlas, laws: dict[str, LawRecord]) -> list[Facts]:
    """Facts of every method, by id."""
    methods = {method.id: method for method in atlas.of("method")}
    users: dict[str, list[Entity]] = {}
    for model in sorted(atlas.of("model"), key=lambda model: (model.released, model.id)):
        for method in model.position_encoding.methods:
            users.setdefault(method, []).append(model)
    found = []
    for method in methods.values():
        record, paper = laws.get(method.id), method.introduced_by
        criteria = met(method, record, ancestors(method, methods)) if record else frozenset()
        source = atlas[paper] if paper else None
        assert source is None or isinstance(source, Paper)
        found.append(Facts(method, record, criteria, source, tuple(users.get(method.id, ()))))
    return found

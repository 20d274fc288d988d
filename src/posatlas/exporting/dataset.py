"""What every export holds: the entities, their texts in the languages asked for, the graph, and the records."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

from posatlas.atlas import Atlas
from posatlas.evidence import Record, agreement, load_evidence
from posatlas.references import texts
from posatlas.schema import KINDS, Entity
from posatlas.schema.verdicts import Status, source_state, status
from posatlas.versions import version_of

__all__ = ["LICENCE", "Dataset", "Link", "json_number", "place", "written_in_simplified"]

LICENCE: Final = "https://creativecommons.org/licenses/by/4.0/"


@dataclass(frozen=True)
class Link:
    """An edge of the graph; `more` is what else the graph knows of it."""

    source: str
    relation: str
    target: str
    field: str
    more: Mapping[str, Any]


@dataclass(frozen=True)
class Dataset:
    """An atlas with what is not in its entities: version, status of claims, and records of what was measured."""

    atlas: Atlas
    languages: tuple[str, ...]

    @cached_property
    def version(self) -> str:
        """Version of the data. Raises ValueError for a file VERSION that holds none."""
        return version_of(self.atlas.root)

    @cached_property
    def records(self) -> dict[str, list[Record]]:
        """Records by method. Raises ValueError for evidence that cannot be read."""
        return load_evidence(self.atlas.root / "evidence")

    @cached_property
    def statuses(self) -> dict[str, Status]:
        """Status of each claim, by the table in the schema."""
        claims = self.atlas.of("claim")
        runs = agreement(claims, self.records)
        return {c.id: status(c.verdict, runs[c.id], source_state(c.according_to)) for c in claims}

    def entities(self) -> Iterator[Entity]:
        """Entities by kind, and inside a kind by id."""
        for kind in KINDS:
            yield from self.atlas.of(kind)

    def links(self) -> list[Link]:
        """Edges of the graph in order of source, relation and target."""
        found = (
            Link(source, data["relation"], target, data["field"], _rest(data))
            for source, target, data in self.atlas.graph.edges(data=True)
        )
        return sorted(found, key=lambda link: (link.source, link.relation, link.target))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Records as mappings, by method, in the order in which they are kept."""
        for method in sorted(self.records):
            for record in self.records[method]:
                yield {"method": method} | {field.name: getattr(record, field.name) for field in fields(record)}


def place(location: Sequence[object]) -> str:
    """A place in an entity: parents.0.id."""
    return ".".join(map(str, location))


def written_in_simplified(value: Any) -> list[str]:
    """Places of the texts whose Simplified Chinese was written and is not derived."""
    return [place(location) for location, text in texts(value) if text.zh_hans is not None]


def json_number(value: Any) -> Any:
    """A recorded value for JSON, which has no infinities: these stand in an object."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, Mapping):
        return {str(key): json_number(held) for key, held in value.items()}
    return [json_number(held) for held in value] if isinstance(value, (list, tuple)) else value


def _rest(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("relation", "field")}

"""One state of the data in plain values: entities, edges, cells, texts and statements, each under a stable name.

Files that the schema refuses are taken as far as they can be read, so that states of an older schema compare too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from posatlas.corpus import Entry, read_corpus
from posatlas.evidence import Record, load_evidence
from posatlas.loose import loosely
from posatlas.references import edges, texts
from posatlas.schema import Claim, Comparison, Entity, Redirect
from posatlas.translations import digests, written_place

__all__ = ["Edge", "EntityState", "Snapshot", "snapshot"]


class EntityState(NamedTuple):
    """An entity: its kind, the path of its file, and its fields as written."""

    kind: str
    path: str
    fields: Mapping[str, Any]


class Edge(NamedTuple):
    """A typed reference from one entity to another."""

    source: str
    relation: str
    target: str


@dataclass
class Snapshot:
    """One state of the data.

    `edges` gives what stands with each edge, such as locator or setting, once for each time that it is made. `texts`
    gives by id and place the digests of the languages. `measured` gives by claim and key whether a check held.
    `unreadable` holds `path:line:column: message` of files that give no entity.
    """

    entities: dict[str, EntityState] = field(default_factory=dict)
    edges: dict[Edge, list[Any]] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)
    cells: dict[tuple[str, str, str], Any] = field(default_factory=dict)
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    items: dict[tuple[str, str], Any] = field(default_factory=dict)
    moved: dict[str, tuple[str, ...]] = field(default_factory=dict)
    measured: dict[tuple[str, str], bool] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)


def snapshot(root: Path) -> Snapshot:
    """The state of the knowledge base in a folder."""
    corpus = read_corpus(root, "kb")
    found = Snapshot()
    for identifier, entry in corpus.by_id().items():
        entity, fields = _taken(entry)
        if entity is None:
            continue
        found.entities[identifier] = EntityState(entry.kind.name, entry.source.path, fields)
        for edge in edges(entity):
            if isinstance(edge.target, str):
                beside = _beside(fields, edge.location)
                found.edges.setdefault(Edge(identifier, edge.relation, edge.target), []).append(beside)
        if isinstance(entity, Claim) and entity.verdict is not None:
            found.verdicts[identifier] = entity.verdict
        if isinstance(entity, Comparison):
            found.cells |= dict(_cells(identifier, fields))
        if isinstance(entity, Redirect):
            found.moved[identifier] = tuple(entity.to)
        if entry.entity is not None:
            held = {written_place(place): digests(text) for place, text in texts(entity)}
            if held:
                found.texts[identifier] = held
    for (document, name), (_, model) in corpus.attachments.items():
        if model is not None and name == "items":
            for item in model.items:  # type: ignore[attr-defined]
                found.items[document, item.id] = item.model_dump(by_alias=True, exclude_unset=True)
    found.measured = dict(_measured(root))
    found.unreadable = [f"{f.path}:{f.line}:{f.column}: {f.message}" for f in corpus.findings]
    return found


def _taken(entry: Entry) -> tuple[Entity | None, dict[str, Any]]:
    """The entity, read loosely where the schema refuses it, and its fields; nothing where there is no mapping."""
    if entry.entity is not None:
        return entry.entity, entry.entity.model_dump(by_alias=True, exclude_unset=True, exclude={"id"})
    if isinstance(entry.source.value, dict):
        return loosely(entry.kind.model, entry.source.value), entry.source.value  # type: ignore[return-value]
    return None, {}


def _beside(fields: Any, location: tuple[Any, ...]) -> Any:
    """The innermost group around a place at which the fields hold an id; nothing for a plain list of ids."""
    held, group = fields, None
    for step in location:
        held = held[step]
        if isinstance(held, dict):
            group = held
    return group


def _cells(comparison: str, fields: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str, str], Any]]:
    for row in _groups(fields.get("rows")):
        name = row.get("name")
        shown = str(name.get("en", "?")) if isinstance(name, dict) else "?"
        for cell in _groups(row.get("cells")):
            yield (comparison, shown, str(cell.get("method", "?"))), cell


def _groups(value: Any) -> list[dict[str, Any]]:
    """The groups of a list; what the schema refuses is passed over."""
    return [group for group in value if isinstance(group, dict)] if isinstance(value, list) else []


def _measured(root: Path) -> Iterator[tuple[tuple[str, str], bool]]:
    try:
        records: Mapping[str, list[Record]] = load_evidence(root / "evidence")
    except ValueError:  # `posatlas validate` tells it
        return
    for rows in records.values():
        for record in rows:
            yield (record.claim, f"{record.device} {record.key}"), record.holds

"""The difference of two states of the data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeVar

from posatlas.differing.snapshot import Edge, Snapshot
from posatlas.version_steps import DEFINING, Step, value_at

__all__ = ["ChangedEntity", "DataDiff", "ItemChange", "Level", "TouchedText", "VerdictChange", "compare"]

Level = Step
"""What a release of the data must raise, by the rules of docs/versions.md."""

Name = TypeVar("Name", bound=tuple[str, ...])

_WRITTEN = ("zh-Hant", "en", "zh-Hans")


@dataclass(frozen=True)
class ChangedEntity:
    """An entity that both states hold, and the fields that differ."""

    id: str
    kind: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class VerdictChange:
    """A claim that is judged otherwise than before."""

    id: str
    before: str
    after: str


@dataclass(frozen=True)
class ItemChange:
    """Something with a name that was added, removed or changed: a cell of a table, a statement of a document."""

    name: str
    what: Literal["added", "removed", "changed"]


@dataclass(frozen=True)
class TouchedText:
    """A text that differs: the languages that were changed, and those that were not and may be older now."""

    id: str
    place: str
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]


@dataclass
class DataDiff:
    """What differs. Ids are in order; `moved` gives, for an id that became a redirect, where it leads."""

    before: str
    after: str
    added: dict[str, str] = field(default_factory=dict)
    removed: dict[str, str] = field(default_factory=dict)
    moved: dict[str, tuple[str, ...]] = field(default_factory=dict)
    redefined: dict[str, tuple[str, str]] = field(default_factory=dict)
    changed: list[ChangedEntity] = field(default_factory=list)
    edges_added: list[Edge] = field(default_factory=list)
    edges_removed: list[Edge] = field(default_factory=list)
    edges_changed: list[Edge] = field(default_factory=list)
    verdicts: list[VerdictChange] = field(default_factory=list)
    measured: list[ItemChange] = field(default_factory=list)
    cells: list[ItemChange] = field(default_factory=list)
    items: list[ItemChange] = field(default_factory=list)
    texts: list[TouchedText] = field(default_factory=list)
    unreadable_before: list[str] = field(default_factory=list)
    unreadable_after: list[str] = field(default_factory=list)

    @property
    def level(self) -> Level:
        """What a release must raise."""
        if self.removed or self.moved or self.redefined or any(item.what == "removed" for item in self.items):
            return "major"
        new = any(change.what == "added" for change in (*self.cells, *self.items))
        if self.added or new or self.edges_added or self.edges_removed or self.verdicts:
            return "minor"
        return "patch" if self.changed or self.items or self.measured else "none"

    def as_json(self) -> dict[str, Any]:
        """Plain values, with the level."""
        plain = asdict(self)
        for name in ("edges_added", "edges_removed", "edges_changed"):
            plain[name] = [edge._asdict() for edge in getattr(self, name)]
        return {**plain, "level": self.level}


def compare(before: Snapshot, after: Snapshot, names: tuple[str, str] = ("before", "after")) -> DataDiff:
    """What differs from one state to another; `names` are how reports call the two."""
    old, new = before.entities, after.entities
    found = DataDiff(*names)
    found.added = {i: new[i].kind for i in sorted(new.keys() - old.keys())}
    found.removed = {i: old[i].kind for i in sorted(old.keys() - new.keys())}
    for identifier in sorted(old.keys() & new.keys()):
        kinds = old[identifier].kind, new[identifier].kind
        if kinds[0] != kinds[1] and kinds[1] == "redirect":
            found.moved[identifier] = after.moved.get(identifier, ())
        elif kinds[0] != kinds[1]:
            found.redefined[identifier] = kinds
        else:
            if redefined := _redefined(kinds[0], old[identifier].fields, new[identifier].fields):
                found.redefined[identifier] = redefined
            fields = _differing(old[identifier].fields, new[identifier].fields)
            if old[identifier].path != new[identifier].path:
                fields = (*fields, "path")
            if fields:
                found.changed.append(ChangedEntity(identifier, kinds[0], fields))
    found.edges_added = sorted(after.edges.keys() - before.edges.keys())
    found.edges_removed = sorted(before.edges.keys() - after.edges.keys())
    both = before.edges.keys() & after.edges.keys()
    found.edges_changed = sorted(e for e in both if _ordered(before.edges[e]) != _ordered(after.edges[e]))
    found.verdicts = [
        VerdictChange(claim, before.verdicts[claim], after.verdicts[claim])
        for claim in sorted(before.verdicts.keys() & after.verdicts.keys())
        if before.verdicts[claim] != after.verdicts[claim]
    ]
    found.measured = _measured(before.measured, after.measured)
    found.cells = _named(before.cells, after.cells)
    found.items = _named(before.items, after.items)
    found.texts = [t for i in sorted(before.texts.keys() & after.texts.keys()) for t in _texts(i, before, after)]
    found.unreadable_before, found.unreadable_after = sorted(before.unreadable), sorted(after.unreadable)
    return found


def _redefined(kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[str, str] | None:
    """What an id meant and means, where a field that says which thing it is held another value."""
    for path in DEFINING.get(kind, ()):
        was, now = value_at(old, path), value_at(new, path)
        if was is not None and now is not None and was != now:
            return f"{kind} with {'.'.join(path)} {was}", f"{kind} with {'.'.join(path)} {now}"
    return None


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[str, ...]:
    names = dict.fromkeys((*old, *new))
    return tuple(name for name in names if name not in old or name not in new or old[name] != new[name])


def _ordered(held: Iterable[Any]) -> list[str]:
    return sorted(json.dumps(one, ensure_ascii=False, sort_keys=True, default=str) for one in held)


def _named(old: Mapping[Name, Any], new: Mapping[Name, Any]) -> list[ItemChange]:
    found = []
    for name in sorted(old.keys() | new.keys()):
        if name not in old:
            found.append(ItemChange(" / ".join(name), "added"))
        elif name not in new:
            found.append(ItemChange(" / ".join(name), "removed"))
        elif old[name] != new[name]:
            found.append(ItemChange(" / ".join(name), "changed"))
    return found


def _measured(old: Mapping[tuple[str, str], bool], new: Mapping[tuple[str, str], bool]) -> list[ItemChange]:
    """Claims of which checks were measured anew, with what came of them: rows that stay are not told."""
    by_claim: dict[str, list[set[tuple[str, bool]]]] = {}
    for index, rows in enumerate((old, new)):
        for (claim, key), holds in rows.items():
            by_claim.setdefault(claim, [set(), set()])[index].add((key, holds))
    found = []
    for claim, (before, after) in sorted(by_claim.items()):
        if before != after:
            found.append(ItemChange(claim, "removed" if not after else "changed" if before else "added"))
    return found


def _texts(identifier: str, before: Snapshot, after: Snapshot) -> list[TouchedText]:
    """Texts of an entity that differ; one that only moved within it does not."""
    old, new = before.texts[identifier], after.texts[identifier]
    anywhere = frozenset(old.values())
    found = []
    for place, digests in new.items():
        if place not in old or digests in anywhere:
            continue
        pairs = list(zip(_WRITTEN, old[place].split(), digests.split(), strict=False))
        changed = tuple(language for language, a, b in pairs if a != b)
        found.append(TouchedText(identifier, place, changed, tuple(w for w, a, b in pairs if a == b)))
    return found

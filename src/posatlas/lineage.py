"""Descent: the methods that a method comes from, those that come from it, and when each came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from posatlas.entities import Entities
from posatlas.listing import Listing
from posatlas.schema import Claim, Entity, Method
from posatlas.schema.provenance import Provenance
from posatlas.words import is_of_kind

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["Descent", "Generation", "Lineage", "generations", "kin", "lineage_of", "parents_first"]


@dataclass(frozen=True, slots=True)
class Generation:
    """A method, the date at which it stands in the drawing, and the date of its paper; empty where there is none."""

    method: Method
    date: str
    published: str


def generations(atlas: Atlas) -> dict[str, Generation]:
    """Every method with its date: that of its paper, but not before its latest parent. Ordered by date and id."""
    methods = {method.id: method for method in atlas.of("method")}
    papers = {paper.id: paper.first_published for paper in atlas.of("paper")}
    dates: dict[str, str] = {}
    for method in parents_first(methods):
        above = (dates.get(parent.id, "") for parent in method.parents)
        dates[method.id] = max([papers.get(method.introduced_by or "", ""), *above])
    found = [Generation(m, dates[m.id], papers.get(m.introduced_by or "", "")) for m in methods.values()]
    found.sort(key=lambda generation: (generation.date, not generation.published, generation.method.id))
    return {generation.method.id: generation for generation in found}


def parents_first(methods: Mapping[str, Method]) -> list[Method]:
    """All methods, each after its parents; where descent runs in a circle, which validation reports, it is cut."""
    ordered: dict[str, Method] = {}
    begun: set[str] = set()
    waiting = list(methods.values())[::-1]
    while waiting:
        method = waiting[-1]
        above = [methods[p.id] for p in method.parents if p.id in methods and p.id not in begun]
        if method.id in begun or not above:
            begun.add(method.id)
            ordered.setdefault(method.id, waiting.pop())
        else:
            begun.add(method.id)
            waiting += reversed(above)
    return list(ordered.values())


def kin(methods: Mapping[str, Generation], identifier: str) -> set[str]:
    """A method with its ancestors and its descendants."""
    return _reached(methods, identifier, down=False) | _reached(methods, identifier, down=True)


def _reached(methods: Mapping[str, Generation], identifier: str, down: bool) -> set[str]:
    """A method with all its descendants, or else with all its ancestors."""
    next_to: dict[str, set[str]] = {i: set() for i in methods}
    for child, generation in methods.items():
        for parent in generation.method.parents:
            if parent.id in methods:
                start, end = (parent.id, child) if down else (child, parent.id)
                next_to[start].add(end)
    found, waiting = {identifier}, [identifier]
    while waiting:
        new = next_to[waiting.pop()] - found
        found |= new
        waiting += sorted(new)
    return found



@dataclass(frozen=True, repr=False)
class Descent:
    """One step of descent. `setting` of the child gives back the parent, where one does; `claims` bear it out."""

    parent: str
    child: str
    setting: str | None
    claims: Entities[Claim]
    provenance: Provenance

    def __repr__(self) -> str:
        return f"{self.parent} → {self.child}  ({self.provenance.place})"


class Lineage(Listing[Descent]):
    """The steps of descent around one method, parents before children.

    `ancestors` and `descendants` are methods by date; `dates` gives the date of each, and of the method itself, that
    of its paper but not before its latest parent; it is empty where neither is known.
    """

    method: Method
    ancestors: Entities[Method]
    descendants: Entities[Method]
    dates: Mapping[str, str]

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each step."""
        return [
            {
                "parent": step.parent,
                "child": step.child,
                "date": self.dates[step.child],
                "setting": step.setting,
                "claims": list(step.claims.ids),
                "file": step.provenance.file,
                "line": step.provenance.line,
            }
            for step in self
        ]

    def __repr__(self) -> str:
        above, below = len(self.ancestors), len(self.descendants)
        return f"<Lineage of {self.method.id}: {above} above, {below} below, {len(self)} steps>"


def lineage_of(atlas: Atlas, asked: Entity | str) -> Lineage:
    """The lineage of a method. Raises UnknownEntity for an unknown id, ValueError for what is no method."""
    method = atlas[asked]
    identifier = method.id
    if not isinstance(method, Method):
        raise ValueError(f"{is_of_kind(identifier, atlas.kind_of[identifier])}; only methods have a lineage.")
    known = generations(atlas)
    above, below = _reached(known, identifier, down=False), _reached(known, identifier, down=True)
    steps = [
        _descent(atlas, generation.method, place)
        for generation in known.values()
        for place, parent in enumerate(generation.method.parents)
        if {generation.method.id, parent.id} <= above or {generation.method.id, parent.id} <= below
    ]
    lineage = Lineage(steps)
    lineage.method = method
    lineage.ancestors = Entities(g.method for i, g in known.items() if i in above and i != identifier)
    lineage.descendants = Entities(g.method for i, g in known.items() if i in below and i != identifier)
    lineage.dates = {i: g.date for i, g in known.items() if i in above | below}
    return lineage


def _descent(atlas: Atlas, child: Method, place: int) -> Descent:
    parent = child.parents[place]
    claims = Entities(c for c in map(atlas.entities.get, filter(None, [parent.claim])) if isinstance(c, Claim))
    return Descent(parent.id, child.id, parent.setting, claims, atlas.provenance(child, f"parents.{place}.id"))

"""The lightest path between two entities, step by step, each step with what bears it out."""

from __future__ import annotations

import heapq
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from posatlas.entities import Entities
from posatlas.listing import Listing
from posatlas.schema import KINDS, Claim, Entity
from posatlas.schema.provenance import Provenance
from posatlas.weights import step_weight

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["Path", "Step", "lightest_path"]


@dataclass(frozen=True, repr=False)
class Step:
    """One edge of a path, walked from `start` to `end`.

    `source` and `target` are the ends of the edge as the YAML states it, so that `start` is `target` where the path
    runs against the edge. `field` is the value's place in `file`; `claims` bear the edge out, `statuses` are theirs.
    """

    start: str
    end: str
    source: str
    target: str
    relation: str
    file: str
    field: str
    claims: Entities[Claim]
    statuses: tuple[str, ...]
    weight: int
    provenance: Provenance

    @property
    def line(self) -> int:
        """Line of the value in `file`, from 1."""
        return self.provenance.line

    def __repr__(self) -> str:
        arrow = f"—{self.relation}→" if self.start == self.source else f"←{self.relation}—"
        return f"{self.start} {arrow} {self.end}  ({self.provenance.place}; {', '.join(self.statuses) or 'field'})"


class Path(Listing[Step]):
    """The steps of a path, in order; none where start and end are the same."""

    @property
    def weight(self) -> int:
        """The sum of the steps' weights."""
        return sum(step.weight for step in self)

    @property
    def ids(self) -> tuple[str, ...]:
        """The entities that the path runs through, both ends included; empty for a path of no step."""
        return (self[0].start, *(step.end for step in self)) if self else ()

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each step."""
        return [
            {
                "start": step.start,
                "relation": step.relation,
                "forward": step.start == step.source,
                "end": step.end,
                "claims": list(step.claims.ids),
                "statuses": list(step.statuses),
                "weight": step.weight,
                "file": step.file,
                "line": step.line,
                "field": step.field,
            }
            for step in self
        ]

    def __repr__(self) -> str:
        return "\n".join(map(repr, self)) or "<no step>"

    def _repr_html_(self) -> str:
        from posatlas.listing import html_table

        return html_table(self.to_dicts(), " – ".join(self.ids) or "no step")


def lightest_path(
    atlas: Atlas, start: Entity | str, end: Entity | str, kinds: Collection[str] | None = None
) -> Path | None:
    """The path of least weight, along edges in either direction; None where nothing connects the two.

    `kinds` are those that the path may pass through; its ends may be of any. Of paths that weigh the same, the one
    found first wins, in order of kind and id.
    """
    start, end = atlas[start].id, atlas[end].id
    unknown = sorted(set(kinds or ()) - set(KINDS))
    if unknown:
        raise ValueError(f'"{unknown[0]}" is no kind; the kinds are {", ".join(KINDS)}.')
    allowed = set(KINDS if kinds is None else kinds)
    order = {kind: place for place, kind in enumerate(KINDS)}
    graph, statuses = atlas.graph, atlas.statuses
    best = {start: 0}
    came: dict[str, tuple[str, str, str, str]] = {}
    done: set[str] = set()
    waiting = [(0, order[atlas.kind_of[start]], start)]
    while waiting:
        weight, _, here = heapq.heappop(waiting)
        if here in done:
            continue
        if here == end:
            break
        done.add(here)
        out = ((target, here, target, key, d) for _, target, key, d in graph.out_edges(here, keys=True, data=True))
        into = ((source, source, here, key, d) for source, _, key, d in graph.in_edges(here, keys=True, data=True))
        for there, source, target, key, data in (*out, *into):
            if there in done or (there != end and atlas.kind_of[there] not in allowed):
                continue
            tried = weight + step_weight(key, [statuses[claim] for claim in data["claims"] if claim in statuses])
            if tried < best.get(there, tried + 1):
                best[there] = tried
                came[there] = (here, source, target, key)
                heapq.heappush(waiting, (tried, order[atlas.kind_of[there]], there))
    if end not in best:
        return None
    steps = []
    here = end
    while here != start:
        before, source, target, key = came[here]
        steps.append(_step(atlas, before, here, source, target, key))
        here = before
    return Path(reversed(steps))


def _step(atlas: Atlas, start: str, end: str, source: str, target: str, key: str) -> Step:
    data = atlas.graph.edges[source, target, key]
    claims = Entities(cast(Claim, atlas[claim]) for claim in data["claims"] if claim in atlas)
    statuses = tuple(atlas.statuses[claim.id] for claim in claims)
    return Step(
        start,
        end,
        source,
        target,
        data["relation"],
        data["file"],
        data["field"],
        claims,
        statuses,
        step_weight(key, statuses),
        atlas.provenance(source, data["field"]),
    )

"""The graph of entities: typed nodes and edges, from fields and from links in prose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import networkx

from posatlas.references import LINK, edges, marks, texts
from posatlas.schema import Claim, Entity


def build_graph(
    entities: Mapping[str, Entity], kind_of: Mapping[str, str], path_of: Mapping[str, str]
) -> networkx.MultiDiGraph[str]:
    """One node an entity, with its `kind`; one edge for each relation of one entity to another.

    An edge has `relation`, which is also its key; its source as `file` and `field`, the first place that makes the
    reference; and `claims`, ids of the claims that bear it out: an end that is a claim, or those beside it. Prose
    gives `rests_on` for claims and `mentions` for links; an entity's prose about itself gives no edge.
    References to ids that do not exist are left out: validation reports them.
    """
    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    for identifier in entities:
        graph.add_node(identifier, kind=kind_of[identifier])
    for identifier, entity in entities.items():
        for relation, target, location in _references(identifier, entity):
            if target in entities and not graph.has_edge(identifier, target, relation):
                graph.add_edge(
                    identifier,
                    target,
                    relation,
                    relation=relation,
                    file=path_of[identifier],
                    field=".".join(map(str, location)),
                    claims=_claims_behind(entity, entities[target], location),
                )
    return graph


def _references(identifier: str, entity: Entity) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    for edge in edges(entity):
        yield edge.relation, edge.target, edge.location
    for location, text in texts(entity):
        mentioned = {("rests_on", mark.claim) for mark in marks(text.en)}
        mentioned |= {("mentions", match.group(1)) for match in LINK.finditer(text.en)}
        yield from ((relation, target, location) for relation, target in sorted(mentioned) if target != identifier)


def _claims_behind(source: Entity, target: Entity, location: tuple[Any, ...]) -> tuple[str, ...]:
    for end in (source, target):
        if isinstance(end, Claim):
            return (end.id,)
    held: list[Any] = [source]
    for step in location[:-1]:
        held.append(held[-1][step] if isinstance(step, int) else getattr(held[-1], step))
    for value in reversed(held[1:]):
        claims = getattr(value, "claims", None) or [getattr(value, "claim", None)]
        if isinstance(claims, list) and claims[0] is not None:
            return tuple(claims)
    return ()

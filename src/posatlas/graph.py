"""The graph of entities: typed nodes and edges, from fields and from links in prose."""

from __future__ import annotations

from collections.abc import Mapping

import networkx

from posatlas.references import LINK, edges, marks, texts
from posatlas.schema import Entity


def build_graph(entities: Mapping[str, Entity], kind_of: Mapping[str, str]) -> networkx.MultiDiGraph:
    """One node an entity with its `kind`; one edge a reference with `relation` and `field`.

    References to ids that do not exist are left out: validation reports them.
    """
    graph = networkx.MultiDiGraph()
    for identifier in entities:
        graph.add_node(identifier, kind=kind_of[identifier])
    for identifier, entity in entities.items():
        seen: set[tuple[str, str]] = set()
        for edge in edges(entity):
            if edge.target in entities:
                graph.add_edge(identifier, edge.target, edge.relation, field=_field(edge.location))
        for location, text in texts(entity):
            mentioned = {("rests_on", mark.claim) for mark in marks(text.en)}
            mentioned |= {("mentions", match.group(1)) for match in LINK.finditer(text.en)}
            for relation, target in sorted(mentioned - seen):
                if target in entities and target != identifier:
                    graph.add_edge(identifier, target, relation, field=_field(location))
            seen |= mentioned
    return graph


def _field(location: tuple[object, ...]) -> str:
    return ".".join(str(step) for step in location)

"""GraphML: the graph of entities, for programs that draw and measure graphs.

A node has `kind`, `path`, a name for each language, and for a claim its verdict and status. An edge has `relation`
and `field`, and an id that is unique in the file: source, relation and target with bars between.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx

from posatlas.exporting.dataset import Dataset
from posatlas.plain_values import names
from posatlas.schema import Claim
from posatlas.writing import replacement

__all__ = ["as_graph", "write"]


def write(dataset: Dataset, target: Path) -> None:
    """Write the graph to a file."""
    graph = as_graph(dataset)
    with replacement(target) as new:
        # write_graphml takes lxml where it is installed, and then writes other bytes
        networkx.write_graphml_xml(graph, new, encoding="utf-8", prettyprint=True, named_key_ids=True)


def as_graph(dataset: Dataset) -> networkx.MultiDiGraph[str]:
    """The graph with values that GraphML can hold; a value of several parts is a JSON text."""
    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(version=dataset.version)
    atlas = dataset.atlas
    for entity in dataset.entities():
        about = {"kind": atlas.kind_of[entity.id], "path": atlas.path_of[entity.id]}
        named = names(entity, dataset.languages)
        about |= {f"name_{language.lower().replace('-', '_')}": name for language, name in named.items()}
        if isinstance(entity, Claim):
            about |= {"verdict": entity.verdict, "status": dataset.statuses[entity.id]}
        graph.add_node(entity.id, **about)
    for link in dataset.links():
        held: dict[str, str | int | float] = {"relation": link.relation, "field": link.field}
        held |= {key: _scalar(value) for key, value in sorted(link.more.items()) if value is not None}
        graph.add_edge(link.source, link.target, f"{link.source}|{link.relation}|{link.target}", **held)
    return graph


def _scalar(value: Any) -> str | int | float | bool:
    if isinstance(value, (str, int, float, bool)):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)

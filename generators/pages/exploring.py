"""The graph explorer: what its script draws, as tables that need no script."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import networkx

from posatlas.generators.explorer.files import graph_of, short_name
from posatlas.generators.explorer.graph import Graph, Neighbour
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.lineage import generations

_PATH = ("sinusoidal", "yarn")


def pages(site: Site) -> Iterator[Page]:
    """The page of the explorer, with the neighbours of one entity, the descent of all methods, and one path."""
    graph = graph_of(site)
    centre = graph.default_centre()
    context: dict[str, Any] = {
        "centre": site.atlas[centre],
        "neighbours": graph.neighbours(centre),
        "generations": generations(site.atlas),
        "short": lambda identifier: short_name(site, site.atlas[identifier]),
        "joined": _joined,
        "path": _path(graph),
        "ends": [site.atlas[end] for end in _PATH if end in site.atlas.entities],
    }
    title, about = site.word("explore"), site.word("door-explore")
    yield Page("explore/", "explore.md.j2", title, context, about, wide=True, scripts=("explore",))


def _joined(before: str, after: str) -> str:
    """Two words side by side, with a space between unless both are Chinese there."""
    chinese = "\u3400" <= before[-1:] <= "\u9fff" and "\u3400" <= after[:1] <= "\u9fff"
    return f"{before}{'' if chinese else ' '}{after}"


def _path(graph: Graph) -> list[tuple[str, Neighbour]]:
    """Steps of the lightest path between two well-known methods; none where the atlas lacks one of them."""
    lightest: networkx.Graph[str] = networkx.Graph()
    for link in graph.links:
        held = lightest.get_edge_data(link.source, link.target)
        if held is None or link.weight < held["weight"]:
            lightest.add_edge(link.source, link.target, weight=link.weight, link=link)
    if not all(end in lightest for end in _PATH) or not networkx.has_path(lightest, *_PATH):
        return []
    stops = networkx.dijkstra_path(lightest, *_PATH)
    steps = []
    for here, there in pairwise(stops):
        link = lightest.edges[here, there]["link"]
        steps.append((here, Neighbour(there, link.source == here, link)))
    return steps

"""The files that the explorer's script fetches: the graph and the places once, names and words in each language."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from posatlas.generators.addresses import PAGES_OF_KINDS
from posatlas.generators.explorer.canvas import CANVASES, LINEAGE_CANVASES
from posatlas.generators.explorer.graph import DEFAULT_KINDS, KINDS, Graph
from posatlas.generators.explorer.lineage import drawing
from posatlas.generators.explorer.rings import rings
from posatlas.generators.site import ICONS, Site
from posatlas.lineage import generations, kin
from posatlas.places import Places
from posatlas.schema import VERDICTS, Claim, Entity, Paper

# Words that only the script says.
_WORDS: Final = (
    "colon",
    "explore-all-drawn",
    "explore-all-methods",
    "explore-centre",
    "explore-choose",
    "explore-depth",
    "explore-drawn",
    "explore-end",
    "explore-entity",
    "explore-evidence",
    "explore-family-of",
    "explore-field-only",
    "explore-go",
    "explore-keys",
    "explore-keys-lineage",
    "explore-kinds",
    "explore-left",
    "explore-legend",
    "explore-no-path",
    "explore-nothing",
    "explore-open",
    "explore-otherwise",
    "explore-relation",
    "explore-same",
    "explore-start",
    "explore-steps",
    "explore-swap",
    "explore-table",
    "explore-unknown",
    "explore-via",
    "explore-weight",
    "explore-yaml-line",
    "family-absolute",
    "family-extension",
    "family-none",
    "family-relative",
    "family-remapping",
    "family-rotary",
)
_FAMILIES: Final = ("entity-", "mark-", "relation-", "inverse-", "verdict-", "status-")

_graphs: WeakKeyDictionary[Places, Graph] = WeakKeyDictionary()
_shared: WeakKeyDictionary[Places, dict[str, str]] = WeakKeyDictionary()


def graph_of(site: Site) -> Graph:
    """The graph of a site; all languages of one build share it, as they share the places in the YAML."""
    if site.places not in _graphs:
        _graphs[site.places] = Graph(site)
    return _graphs[site.places]


def write(site: Site, folder: Path) -> None:
    """Write graph.json, places.json and words.json of one language into `folder`."""
    graph = graph_of(site)
    if site.places not in _shared:
        contents = {"graph.json": _graph(site, graph), "places.json": _places(site, graph)}
        _shared[site.places] = {name: _json(content) for name, content in contents.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (_shared[site.places] | {"words.json": _json(_words(site, graph))}).items():
        (folder / name).write_text(text, encoding="utf-8")


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def _graph(site: Site, graph: Graph) -> dict[str, Any]:
    """Nodes as [id, kind, folder in the YAML, verdict, status], edges as [from, to, relation, line, weight, claims…].

    Everything but ids, lines and weights is a number: a place in one of the lists.
    """
    atlas, number = site.atlas, {identifier: place for place, identifier in enumerate(graph.ids)}
    folders = sorted({_folder(site, identifier) for identifier in graph.ids})
    relations = sorted({link.relation for link in graph.links})
    statuses = sorted(set(graph.statuses.values()))
    nodes: list[list[Any]] = []
    for identifier in graph.ids:
        entity = atlas[identifier]
        node = [identifier, KINDS.index(atlas.kind_of[identifier]), folders.index(_folder(site, identifier))]
        if isinstance(entity, Claim):
            node += [VERDICTS.index(entity.verdict), statuses.index(graph.statuses[identifier])]
        nodes.append(node)
    edges = [
        [number[e.source], number[e.target], relations.index(e.relation), e.line, e.weight]
        + [number[claim] for claim in e.claims]
        for e in graph.links
    ]
    return {
        "kinds": [[kind, PAGES_OF_KINDS[kind]] for kind in KINDS],
        "shown": list(DEFAULT_KINDS),
        "middle": graph.default_centre(),
        "verdicts": [[verdict, ICONS[verdict]] for verdict in VERDICTS],
        "statuses": statuses,
        "relations": relations,
        "folders": folders,
        "nodes": nodes,
        "edges": edges,
    }


def _folder(site: Site, identifier: str) -> str:
    """Folder of an entity's file below kb/, with a slash at its end."""
    return site.atlas.path_of[identifier].removeprefix("kb/").removesuffix(f"{identifier}.yml")


def _places(site: Site, graph: Graph) -> dict[str, Any]:
    """Canvases with the places of neighbours, and the drawings of descent: of all methods, and of each one's kin."""
    methods = generations(site.atlas)
    lineage: dict[str, dict[str, Any]] = {}
    for canvas in LINEAGE_CANVASES:
        drawn = {"": drawing(methods, methods, canvas)} if methods else {}
        drawn |= {identifier: drawing(methods, kin(methods, identifier), canvas) for identifier in methods}
        lineage[canvas.name] = {"canvas": asdict(canvas), "drawings": drawn}
    return {
        "ego": {canvas.name: {"canvas": asdict(canvas), **rings(canvas)} for canvas in CANVASES},
        "lineage": lineage,
        "without_paper": [identifier for identifier, generation in methods.items() if not generation.published],
        "families": {identifier: generation.method.family for identifier, generation in methods.items()},
        "settings": {
            f"{identifier} {parent.id}": parent.setting
            for identifier, generation in methods.items()
            for parent in generation.method.parents
            if parent.setting
        },
    }


def _words(site: Site, graph: Graph) -> dict[str, Any]:
    """Words of the interface, and of each node its short name and, where that says less, its whole one."""
    words = {key: text for key, text in site.strings.items() if key in _WORDS or key.startswith(_FAMILIES)}
    named = [(short_name(site, site.atlas[i]), _whole_name(site, site.atlas[i])) for i in graph.ids]
    return {"words": words, "names": [[short] if short == whole else [short, whole] for short, whole in named]}


def short_name(site: Site, entity: Entity) -> str:
    """Name of an entity for a small box: without what stands in brackets; of a paper, first author and year."""
    if isinstance(entity, Paper):
        author = entity.authors[0].split()[-1] if entity.authors else entity.title
        return f"{author} {entity.first_published[:4]}"
    if isinstance(entity, Claim):
        return (
            f"{entity.source.item} {site.short(entity.statement, 40)}"
            if entity.source.item
            else _whole_name(site, entity)
        )
    whole = site.name(entity)
    return whole.replace("（", " (").partition(" (")[0].strip() or whole


def _whole_name(site: Site, entity: Entity) -> str:
    return site.short(entity.statement, 90) if isinstance(entity, Claim) else site.name(entity)

"""Drawings of the explorer: no two boxes meet, none leaves its canvas, and paths are the lightest ones."""

from __future__ import annotations

import json
import random
import subprocess
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import networkx
import pytest

from posatlas.generators.explorer import files
from posatlas.generators.site import Site

ROOT = Path(__file__).parents[2]
BUNDLE = """
import { around, lightestPath, readGraph } from "./graph.js";
globalThis.explorer = {
  path(data, from, to) {
    const graph = readGraph(data);
    const steps = lightestPath(graph.nodes, graph.byId.get(from), graph.byId.get(to));
    return steps && steps.map((step) => [step.node.id, step.other.id, step.weight]);
  },
  drawn(data, places, id, depth, kinds) {
    const graph = readGraph(data);
    const found = around(graph.byId.get(id), depth, new Set(kinds), places);
    return found.drawn.map(({ node, x, y }) => [node.id, x, y]);
  },
};
"""


@pytest.fixture(scope="module")
def made(sites: dict[str, Site], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("graph")
    files.write(sites["en"], folder)
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")}


@pytest.fixture(scope="module")
def explorer(made: dict[str, Any]) -> Any:
    """Calls functions of the explorer's scripts with the graph that was written."""
    from py_mini_racer import MiniRacer

    command = [str(ROOT / "node_modules" / ".bin" / "esbuild"), "--bundle", "--format=iife", "--charset=utf8"]
    folder = str(ROOT / "generators" / "scripts" / "explorer")
    bundled = subprocess.run(command, input=BUNDLE, cwd=folder, capture_output=True, text=True, check=True)
    engine = MiniRacer()
    engine.eval(bundled.stdout)
    engine.eval(f"const data = {json.dumps(made['graph'])}; const places = {json.dumps(made['places'])};")
    return lambda call: json.loads(engine.eval(f"JSON.stringify({call})"))


def _apart(boxes: list[tuple[float, float]], width: float, height: float) -> bool:
    return all(abs(a[0] - b[0]) >= width or abs(a[1] - b[1]) >= height for a, b in combinations(boxes, 2))


@pytest.mark.parametrize("canvas", ["wide", "narrow"])
@pytest.mark.parametrize(("depth", "claims"), [(1, False), (1, True), (2, False), (2, True)])
def test_no_two_boxes_around_any_entity_meet(made, explorer, canvas: str, depth: int, claims: bool) -> None:
    size = made["places"]["ego"][canvas]["canvas"]
    kinds = [*made["graph"]["shown"], *(["claim", "term"] if claims else [])]
    drawn = explorer(
        f"data.nodes.map(([id]) => explorer.drawn(data, places.ego.{canvas}, id, {depth}, {json.dumps(kinds)}))"
        if depth == 1
        else f"['rope', 'alibi', 'yarn', 'su-2021', 'nope', 'llama-3-1', 'flashattention', 'meta']"
        f".map((id) => explorer.drawn(data, places.ego.{canvas}, id, {depth}, {json.dumps(kinds)}))"
    )
    most = 0
    for boxes in drawn:
        places = [(x, y) for _, x, y in boxes]
        assert len({identifier for identifier, _, _ in boxes}) == len(boxes)
        assert _apart(places, size["box_width"], size["box_height"]), boxes[0]
        assert all(size["box_width"] / 2 <= x <= size["width"] - size["box_width"] / 2 for x, _ in places), boxes[0]
        assert all(size["box_height"] / 2 <= y <= size["height"] - size["box_height"] / 2 for _, y in places), boxes[0]
        most = max(most, len(boxes))
    assert most > (30 if canvas == "wide" else 15)


@pytest.mark.parametrize("canvas", ["wide", "narrow"])
def test_no_two_methods_in_a_drawing_of_descent_meet(made, atlas, canvas: str) -> None:
    lineage = made["places"]["lineage"][canvas]
    size = lineage["canvas"]
    assert set(lineage["drawings"]) == {"", *(method.id for method in atlas.of("method"))}
    for name, drawing in lineage["drawings"].items():
        places = [(x, y) for _, x, y in drawing["places"]]
        assert _apart(places, size["box_width"], size["box_height"]), name
        assert all(size["box_width"] / 2 <= x <= size["width"] - size["box_width"] / 2 for x, _ in places), name
        assert all(y + size["box_height"] / 2 <= drawing["height"] for _, y in places), name
        height = dict((identifier, y) for identifier, _, y in drawing["places"])
        for method in atlas.of("method"):
            for parent in method.parents:
                if method.id in height and parent.id in height:
                    assert height[parent.id] < height[method.id], (name, parent.id, method.id)


def test_paths_are_as_light_as_the_lightest(made, explorer) -> None:
    """Dijkstra of networkx is the second opinion, on 200 pairs with a fixed seed."""
    graph: networkx.Graph = networkx.Graph()
    names = [node[0] for node in made["graph"]["nodes"]]
    graph.add_nodes_from(names)
    for a, b, _, _, weight, *_ in made["graph"]["edges"]:
        a, b = names[a], names[b]
        if not graph.has_edge(a, b) or graph[a][b]["weight"] > weight:
            graph.add_edge(a, b, weight=weight)
    pick = random.Random(11)
    pairs = [tuple(pick.sample(names, 2)) for _ in range(200)] + [("sinusoidal", "yarn"), ("alibi", "llama-3-1")]
    found = explorer(f"{json.dumps(pairs)}.map(([a, b]) => explorer.path(data, a, b))")
    reached = 0
    for (start, end), steps in zip(pairs, found, strict=True):
        if not networkx.has_path(graph, start, end):
            assert not steps, (start, end)
            continue
        expected = networkx.dijkstra_path_length(graph, start, end)
        assert sum(weight for _, _, weight in steps) == expected, (start, end)
        assert steps[0][0] == start and steps[-1][1] == end
        assert all(a[1] == b[0] for a, b in pairwise(steps))
        assert all(graph[a][b]["weight"] <= weight for a, b, weight in steps)
        reached += 1
    assert reached > 50


def test_two_runs_write_the_same(sites: dict[str, Site], made, tmp_path: Path) -> None:
    files.write(sites["en"], tmp_path)
    assert {file.stem: json.loads(file.read_text()) for file in tmp_path.glob("*.json")} == made


def test_edges_are_those_of_the_atlas(made, atlas) -> None:
    names = [node[0] for node in made["graph"]["nodes"]]
    drawn = {(names[a], names[b], made["graph"]["relations"][r]) for a, b, r, *_ in made["graph"]["edges"]}
    shown = set(names)
    expected = {(a, b, r) for a, b, r in atlas.graph.edges(keys=True) if a in shown and b in shown}
    assert drawn == expected

"""The graph explorer: nothing drawn meets or leaves the canvas, evidence stands where it says, paths are lightest."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import lxml.html
import networkx
import pytest

import posatlas
from posatlas.generators.addresses import SHOWN_TERMS, address
from posatlas.generators.explorer import files
from posatlas.generators.explorer.graph import DEFAULT_KINDS, KINDS
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]
WITH_CLAIMS = [kind for kind in KINDS if kind != "term"]
# Size of the canvas and of a box, as a reader of the drawings sees them.
CANVASES = {"wide": (1000, 640, 148, 30), "narrow": (360, 560, 112, 32)}
LINEAGE = {"wide": (1120, 124, 30), "narrow": (360, 146, 30)}
PROGRAM = """
import {readFileSync} from "node:fs";
import {around, lightestPath, readGraph} from "./graph.mjs";
const {folder, asked} = JSON.parse(readFileSync(0, "utf8"));
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
const graph = readGraph(read("graph.json"), read("words.json")), places = read("places.json");
const answers = {
  around: ({depth, kinds, canvas}) => graph.nodes.map((node) => {
    const {drawn, all} = around(node, depth, new Set(kinds), places.ego[canvas]);
    return {id: node.id, all: all.map((e) => e.node.id), drawn: drawn.map((e) => [e.node.id, e.parent?.id, e.x, e.y])};
  }),
  paths: ({pairs}) => pairs.map(([from, to]) => {
    const steps = lightestPath(graph.nodes, graph.byId.get(from), graph.byId.get(to));
    return steps && steps.map((s) => [s.node.id, s.other.id, s.relation, s.outward, s.weight]);
  }),
};
process.stdout.write(JSON.stringify(asked.map(({what, ...rest}) => answers[what](rest))));
"""


@pytest.fixture(scope="module")
def written(sites: dict[str, Site], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the script fetches, in English."""
    folder = tmp_path_factory.mktemp("explorer")
    files.write(sites["en"], folder)
    return folder


def _read(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text(encoding="utf-8"))


def _ask(written: Path, asked: list[dict[str, Any]], tmp_path: Path) -> Any:
    """Answers of the explorer's own script, run without a browser."""
    shutil.copy(ROOT / "generators" / "scripts" / "explorer" / "graph.js", tmp_path / "graph.mjs")
    (tmp_path / "ask.mjs").write_text(PROGRAM, encoding="utf-8")
    node = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    question = json.dumps({"folder": str(written), "asked": asked})
    command = [node, str(tmp_path / "ask.mjs")]
    return json.loads(subprocess.run(command, input=question, capture_output=True, text=True, check=True).stdout)


def _apart(places: list[tuple[int, int]], across: int, down: int) -> bool:
    return all(abs(a - c) >= across or abs(b - d) >= down for (a, b), (c, d) in combinations(places, 2))


def _within(atlas: posatlas.Atlas, kinds: list[str]) -> networkx.Graph:
    """Entities of some kinds with their links, without direction."""

    def shown(identifier: str) -> bool:
        kind = atlas.kind_of[identifier]
        return kind in kinds and (kind != "term" or atlas[identifier].role in SHOWN_TERMS)  # type: ignore[attr-defined]

    return networkx.Graph(atlas.graph.subgraph([i for i in atlas.graph if shown(i)]))


@pytest.mark.parametrize("canvas", CANVASES)
@pytest.mark.parametrize("kinds", [list(DEFAULT_KINDS), WITH_CLAIMS], ids=["usual", "with claims"])
def test_around_no_entity_do_boxes_meet_or_leave_the_canvas(
    atlas: posatlas.Atlas, written: Path, tmp_path: Path, kinds: list[str], canvas: str
) -> None:
    width, height, box_width, box_height = CANVASES[canvas]
    asked = [{"what": "around", "depth": depth, "kinds": kinds, "canvas": canvas} for depth in (1, 2)]
    within, good, cut = _within(atlas, kinds), set(), 0
    for depth, answers in zip((1, 2), _ask(written, asked, tmp_path), strict=True):
        assert len(answers) > 1000
        for answer in answers:
            centre, drawn = answer["id"], answer["drawn"]
            names = [entry[0] for entry in drawn]
            assert names[0] == centre and len(set(names)) == len(names)
            if centre in within:
                reached = set(networkx.single_source_shortest_path_length(within, centre, cutoff=depth)) - {centre}
                assert len(answer["all"]) == len(set(answer["all"])) and set(answer["all"]) == reached, centre
                assert set(names) - {centre} <= reached
                assert bool(reached) == (len(names) > 1), centre
                assert all(within.has_edge(parent, name) and parent in names for name, parent, *_ in drawn[1:])
                cut += len(names) - 1 < len(reached)
            places = tuple((x, y) for *_, x, y in drawn)
            if places in good:
                continue
            assert _apart(list(places), box_width + 2, box_height + 2), (centre, depth)
            for x, y in places:
                assert box_width / 2 <= x <= width - box_width / 2, centre
                assert box_height / 2 <= y <= height - box_height / 2, centre
            good.add(places)
    assert len(good) > 20 and cut > 20


def test_each_kind_and_each_parent_has_its_share_of_a_full_drawing(
    atlas: posatlas.Atlas, written: Path, tmp_path: Path
) -> None:
    kinds = list(DEFAULT_KINDS)
    asked = [{"what": "around", "depth": depth, "kinds": kinds, "canvas": "narrow"} for depth in (1, 2)]
    one, two = ({a["id"]: a for a in answers}["rope"] for answers in _ask(written, asked, tmp_path))
    assert len(one["drawn"]) - 1 < len(one["all"])
    assert {atlas.kind_of[i] for i in one["all"]} == {atlas.kind_of[i] for i, *_ in one["drawn"][1:]}
    parents = [parent for _, parent, *_ in two["drawn"] if parent not in (None, "rope")]
    assert len(parents) > 5 and max(parents.count(parent) for parent in parents) <= 4


def test_lines_of_descent_pass_behind_no_box_and_join_every_parent_to_its_child(
    atlas: posatlas.Atlas, written: Path
) -> None:
    methods = [m.id for m in atlas.of("method")]
    edges = [(v, u) for u, v, relation in atlas.graph.edges(keys=True) if relation == "descends_from"]
    descent = networkx.DiGraph(edges)
    descent.add_nodes_from(methods)
    for canvas, (width, box_width, box_height) in LINEAGE.items():
        drawings = _read(written, "places.json")["lineage"][canvas]["drawings"]
        assert set(drawings) == {"", *methods}
        for chosen, drawing in drawings.items():
            places = {name: (x, y) for name, x, y in drawing["places"]}
            kin = (
                {chosen} | networkx.ancestors(descent, chosen) | networkx.descendants(descent, chosen)
                if chosen
                else methods
            )
            assert set(places) == set(kin)
            assert _apart(list(places.values()), box_width + 2, box_height + 2), chosen
            for x, y in places.values():
                assert box_width / 2 <= x <= width - box_width / 2
                assert box_height / 2 <= y <= drawing["height"] - box_height / 2
            assert sorted((p, c) for p, c, *_ in drawing["lines"]) == sorted(descent.subgraph(kin).edges)
            for parent, child, *corners in drawing["lines"]:
                points = list(zip(corners[::2], corners[1::2], strict=True))
                assert places[child][1] > places[parent][1]
                assert points[0] == (places[parent][0], places[parent][1] + box_height // 2)
                (x, y), (u, v) = points[-1], places[child]
                assert (x, y) in ((u - box_width // 2, v), (u, v - box_height // 2))
                assert all(0 <= x <= width and 0 <= y <= drawing["height"] for x, y in points)
                for (x, y), (u, v) in pairwise(points):
                    for a, b in places.values():
                        beside = max(x, u) <= a - box_width / 2 or min(x, u) >= a + box_width / 2
                        assert beside or max(y, v) <= b - box_height / 2 or min(y, v) >= b + box_height / 2, (
                            parent,
                            child,
                        )


def test_lines_of_two_parents_share_no_track(written: Path) -> None:
    compared = 0
    for canvas in LINEAGE:
        for drawing in _read(written, "places.json")["lineage"][canvas]["drawings"].values():
            stretches = []
            for parent, _, *corners in drawing["lines"]:
                points = list(zip(corners[::2], corners[1::2], strict=True))
                stretches += [(parent, *a, *b) for a, b in list(pairwise(points))[:3][: len(points) - 2]]
            for (p, x, y, u, v), (q, a, b, c, d) in combinations(stretches, 2):
                if p == q:
                    continue
                level = y == v == b == d and max(x, u) >= min(a, c) and max(a, c) >= min(x, u)
                upright = x == u == a == c and max(y, v) >= min(b, d) and max(b, d) >= min(y, v)
                assert not level and not upright, (p, q)
                compared += 1
    assert compared > 1000


def test_years_stand_in_order_and_hold_what_their_papers_say(atlas: posatlas.Atlas, written: Path) -> None:
    for canvas in LINEAGE:
        drawing = _read(written, "places.json")["lineage"][canvas]["drawings"][""]
        tops = [(top, year) for year, top in drawing["years"]]
        assert tops == sorted(tops) and sorted(year for _, year in tops) == [year for _, year in tops]
        for name, _, y in drawing["places"]:
            method = atlas[name]
            if method.introduced_by:  # type: ignore[attr-defined]
                year = atlas[method.introduced_by].first_published[:4]  # type: ignore[attr-defined]
                assert [shown for top, shown in tops if top < y][-1] == year, name


def test_evidence_names_the_line_and_the_claims(atlas: posatlas.Atlas, sites: dict[str, Site]) -> None:
    graph = files.graph_of(sites["en"])
    texts = {path: (ROOT / path).read_text(encoding="utf-8").splitlines() for path in set(atlas.path_of.values())}
    assert len(graph.links) > 5000
    for link in graph.links:
        lines = texts[atlas.path_of[link.source]][link.line - 1 :]
        shown = lines if link.relation in ("rests_on", "mentions") else lines[:1]
        assert link.target in "\n".join(shown), link
    of = {(link.source, link.target, link.relation): link for link in graph.links}
    for method in atlas.of("method"):
        for parent in method.parents:
            assert of[method.id, parent.id, "descends_from"].claims == ((parent.claim,) if parent.claim else ())
    for comparison in atlas.of("comparison"):
        for cell in (cell for row in comparison.rows for cell in row.cells if cell.claims):
            known = [c.claims for row in comparison.rows for c in row.cells if c.method == cell.method]
            assert list(of[comparison.id, cell.method, "cell_of"].claims) in known
    about = of["yarn-temperature-formula", "yarn", "about"]
    assert about.claims == ("yarn-temperature-formula",)


def test_links_are_those_of_the_atlas(atlas: posatlas.Atlas, written: Path) -> None:
    data = _read(written, "graph.json")
    names = [node[0] for node in data["nodes"]]
    drawn = {(names[a], names[b], data["relations"][relation]) for a, b, relation, *_ in data["edges"]}
    shown = {i for i in atlas.graph if atlas.kind_of[i] not in ("term", "redirect")}
    assert shown <= set(names)
    assert drawn == {(a, b, r) for a, b, r in atlas.graph.edges(keys=True) if {a, b} <= set(names) and a != b}


def test_weights_are_those_that_the_page_tells(sites: dict[str, Site]) -> None:
    graph = files.graph_of(sites["en"])
    own = {"descends_from": 2, "uses": 2, "introduced_by": 2, "works_with": 2, "about": 3, "claims": 3, "said_by": 5,
           "according_to": 5, "mentions": 5, "rests_on": 5, "checks": 5}  # fmt: skip
    extra = {"verified-by-run": 0, "refuted-by-run": 0, "sourced": 1, "untestable": 4}
    seen = set()
    for link in graph.links:
        if link.relation in own and len(link.claims) < 2:
            kind = graph.statuses[link.claims[0]] if link.claims else "field"
            assert link.weight == own[link.relation] + (extra[kind] if link.claims else 2), link
            seen.add((link.relation, kind))
    assert {relation for relation, _ in seen} == set(own) and {kind for _, kind in seen} == {*extra, "field"}


def test_paths_are_as_light_as_those_of_networkx(written: Path, tmp_path: Path) -> None:
    data = _read(written, "graph.json")
    names = [node[0] for node in data["nodes"]]
    held: networkx.MultiGraph = networkx.MultiGraph()
    held.add_nodes_from(names)
    for source, target, relation, _, weight, *_ in data["edges"]:
        held.add_edge(names[source], names[target], weight=weight, relation=data["relations"][relation])
    draw = random.Random(7)
    pairs = [("sinusoidal", "yarn"), ("rope", "alibi"), ("meta", "nope"), *(draw.sample(names, 2) for _ in range(150))]
    [answers] = _ask(written, [{"what": "paths", "pairs": pairs}], tmp_path)
    lengths = set()
    for (start, end), steps in zip(pairs, answers, strict=True):
        if steps is None:
            assert not networkx.has_path(held, start, end)
            continue
        assert sum(step[4] for step in steps) == networkx.shortest_path_length(held, start, end, weight="weight")
        stops = [steps[0][0], *(step[1] for step in steps)]
        assert (stops[0], stops[-1]) == (start, end)
        for here, there, relation, _, weight in steps:
            assert {"weight": weight, "relation": relation} in held.get_edge_data(here, there).values()
        lengths.add(len(steps))
    assert len(lengths) >= 4
    assert [step[1] for step in answers[0]] == ["rope", "yarn"]


def test_files_are_the_same_whatever_the_order_of_sets(written: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; import posatlas; from posatlas.evidence import load_evidence; "
        "from posatlas.generators.explorer import files; from posatlas.generators.maths import Maths; "
        "from posatlas.generators.site import Site; atlas = posatlas.load('kb'); out = Path(sys.argv[1]); "
        "files.write(Site(atlas, 'en', Maths(out / 'm'), load_evidence(atlas.root / 'evidence')), out)"
    )
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, env=environment, check=True)
    for name in ("graph.json", "places.json", "words.json"):
        assert (tmp_path / name).read_bytes() == (written / name).read_bytes(), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_has_a_word_for_everything_it_names(
    sites: dict[str, Site], written: Path, tmp_path: Path, language: str
) -> None:
    files.write(sites[language], tmp_path)
    said, data = _read(tmp_path, "words.json"), _read(tmp_path, "graph.json")
    assert data == _read(written, "graph.json")
    words = said["words"]
    needed = [f"{way}-{relation}" for way in ("relation", "inverse") for relation in data["relations"]]
    needed += [f"{what}-{kind}" for what in ("entity", "mark") for kind, _ in data["kinds"]]
    needed += [f"status-{status}" for status in data["statuses"]] + [
        f"verdict-{verdict}" for verdict, _ in data["verdicts"]
    ]
    assert [key for key in needed if not words.get(key)] == []
    scripts = "".join(f.read_text() for f in (ROOT / "generators" / "scripts" / "explorer").glob("*.js"))
    keys = {a or b for a, b in re.findall(r"""words\["([\w-]+)"\]|["'](explore-[\w-]+)["']""", scripts)}
    assert len(keys) > 25 and keys - set(words) == set()
    marks = [words[f"mark-{kind}"] for kind, _ in data["kinds"]]
    assert len(set(marks)) == len(marks)
    assert len(said["names"]) == len(data["nodes"]) and all(name.strip() for names in said["names"] for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script_the_page_shows_neighbours_descent_and_a_path(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: dict[str, dict[str, str]], language: str
) -> None:
    tree = lxml.html.fromstring(f"<div>{markdown[language]['explore/'].split('---', 2)[2]}</div>")
    graph = atlas.graph
    shown = tree.xpath("//table[contains(@class, 'neighbours')]/tbody/tr/th/a/@href")
    edges = [v for _, v in graph.out_edges("rope")] + [u for u, _ in graph.in_edges("rope")]
    expected = sorted(f"../{address(atlas.kind_of[i], i)}" for i in edges if atlas.kind_of[i] in DEFAULT_KINDS)
    assert sorted(shown) == expected and len(expected) > 60
    rows = tree.xpath("//table[contains(@class, 'descent')]/tbody/tr")
    pairs = {(row.get("data-child"), row.get("data-parent")): row for row in rows}
    assert {pair for pair in pairs if pair[1]} == {(m.id, p.id) for m in atlas.of("method") for p in m.parents}
    for method in atlas.of("method"):
        for parent in method.parents:
            text = pairs[method.id, parent.id].text_content()
            assert parent.setting is None or parent.setting in text
            assert parent.claim is None or sites[language].word(f"verdict-{atlas[parent.claim].verdict}") in text  # type: ignore[attr-defined]
    stops = tree.xpath("//ol[@class='path']/li/a[not(contains(@class, 'badge'))][contains(@href, 'methods/')]/@href")
    assert stops[0] == "../methods/sinusoidal/" and stops[-1] == "../methods/yarn/"

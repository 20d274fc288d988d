"""GraphML is read by networkx as the graph of the atlas, and BibTeX by pybtex as its papers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from pybtex.database import BibliographyData, parse_file

import posatlas
from posatlas.bibtex import bibtex
from posatlas.describing import label
from posatlas.exporting import export
from posatlas.schema import Claim, Paper


def test_the_graph_comes_back(atlas: posatlas.Atlas, made: Callable[..., Path]) -> None:
    read = networkx.read_graphml(made(atlas, "graphml"))
    assert isinstance(read, networkx.MultiDiGraph)
    back = networkx.MultiDiGraph()
    back.add_nodes_from((node, {"kind": data["kind"]}) for node, data in read.nodes(data=True))
    for source, target, data in read.edges(data=True):
        back.add_edge(source, target, data["relation"], relation=data["relation"], field=data["field"])
    assert dict(back.nodes(data=True)) == {n: {"kind": d["kind"]} for n, d in atlas.graph.nodes(data=True)}
    assert dict(back.edges.items()) == {
        edge: {"relation": data["relation"], "field": data["field"]} for edge, data in atlas.graph.edges.items()
    }
    for node, data in read.nodes(data=True):
        entity = atlas[node]
        languages = {"name_zh_hant": "zh-Hant", "name_en": "en", "name_zh_hans": "zh-Hans"}
        names = {key: label(entity, language) for key, language in languages.items()}
        assert {key: value for key, value in data.items() if key.startswith("name_")} == names
        assert data.get("verdict") == (entity.verdict if isinstance(entity, Claim) else None)
        assert data["path"] == atlas.path_of[node]


def test_ids_of_edges_are_unique(atlas: posatlas.Atlas, made: Callable[..., Path]) -> None:
    root = ElementTree.parse(made(atlas, "graphml")).getroot()
    ids = [edge.get("id") for edge in root.iter("{http://graphml.graphdrawing.org/xmlns}edge")]
    assert len(ids) == len(set(ids)) == atlas.graph.number_of_edges()


def test_what_else_an_edge_knows_is_kept(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    edge = awkward.graph.edges["turning", "adding", "descends_from"]
    edge["weight"], edge["borne_out_by"] = 0.5, ("a", "b")
    read = networkx.read_graphml(export(awkward, "graphml", tmp_path / "a"))
    kept = read.edges["turning", "adding", "turning|descends_from|adding"]
    assert (kept["weight"], kept["borne_out_by"]) == (0.5, '["a","b"]')


def _printed(text: str) -> str:
    """LaTeX as it is printed: the commands that a title may hold, by the rules of LaTeX; other braces dropped."""
    for command, sign in (("backslash", "\x01"), ("braceleft", "\x02"), ("braceright", "\x03"),
                          ("asciitilde", "~"), ("asciicircum", "^")):  # fmt: skip
        text = text.replace(f"\\text{command}{{}}", sign)
    for sign in "&%$#_":
        text = text.replace(f"\\{sign}", sign)
    return text.replace("{", "").replace("}", "").translate({1: "\\", 2: "{", 3: "}"})


def _is_paper(paper: Paper, data: BibliographyData) -> None:
    entry = data.entries[paper.id]
    assert _printed(entry.fields["title"]) == paper.title
    for made, name in zip(entry.persons["author"], paper.authors, strict=True):
        words = _printed(" ".join([*made.first_names, *made.middle_names, *made.prelast_names, *made.last_names]))
        assert words == ("others" if name == "et al." else name)
    assert entry.fields.get("eprint") == (paper.arxiv.id if paper.arxiv else None)
    assert entry.fields.get("doi") == paper.doi
    assert entry.fields["url"] == paper.url


def test_pybtex_reads_every_paper(whole: posatlas.Atlas, made: Callable[..., Path]) -> None:
    data = parse_file(made(whole, "bibtex"), bib_format="bibtex")
    papers = whole.of("paper")
    assert list(data.entries) == [paper.id for paper in papers]
    for paper in papers:
        _is_paper(paper, data)
    assert len(papers) > 80


@pytest.mark.parametrize(
    "title", [r"100% of A & B_c #1", "unbalanced } and {", r"\input{x} ~ ^", "位置编码：a—b", "@misc{x,"]
)
def test_awkward_titles(awkward: posatlas.Atlas, tmp_path: Path, title: str) -> None:
    paper = awkward["doe-2020"].model_copy(update={"title": title, "authors": ["Jane Doe", "OpenAI"]})
    file = tmp_path / "a.bib"
    file.write_text(bibtex(paper) + "\n", encoding="utf-8")
    _is_paper(paper, parse_file(file, bib_format="bibtex"))

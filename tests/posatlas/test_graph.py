"""The graph: a node an entity, an edge a relation, and nothing that the files do not say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import networkx
import pytest
from pydantic import BaseModel

import posatlas
from posatlas.references import LINK, edges, marks, texts
from posatlas.schema import KINDS, Redirect


def test_the_small_graph(small: posatlas.Atlas) -> None:
    assert {(s, t, key) for s, t, key in small.graph.edges(keys=True)} == {
        ("turning", "doe-2020", "introduced_by"),
        ("turning", "adding", "descends_from"),
        ("turning", "adding", "mentions"),
        ("turning", "turning-keeps-length", "rests_on"),
        ("doe-2020", "turning", "introduces"),
        ("turning-keeps-length", "turning", "about"),
        ("turning-keeps-length", "turning", "checks"),
        ("turning-keeps-length", "explainer", "said_by"),
        ("turning-keeps-length", "doe-2020", "according_to"),
        ("turning-is-popular", "turning", "about"),
        ("turning-is-popular", "adding", "about"),
        ("turning-is-popular", "explainer", "said_by"),
    }


def test_an_edge_knows_its_relation_and_its_first_place(small: posatlas.Atlas) -> None:
    graph = small.graph
    assert graph.edges["turning-keeps-length", "turning", "checks"] == {
        "relation": "checks",
        "file": "kb/claims/turning/turning-keeps-length.yml",
        "field": "checks.0.method",
        "claims": ("turning-keeps-length",),
    }
    assert graph.edges["turning", "adding", "descends_from"]["field"] == "parents.0.id"
    assert graph.edges["turning", "adding", "mentions"]["field"] == "brief"
    assert graph.edges["turning-keeps-length", "doe-2020", "according_to"]["field"] == "according_to.0.paper"


def test_what_does_not_exist_and_what_is_oneself_give_no_edge(small: posatlas.Atlas) -> None:
    assert "nowhere" not in small.graph
    assert not small.graph.has_edge("adding", "adding")


def test_an_empty_knowledge_base(tmp_path: Path) -> None:
    atlas = posatlas.load(tmp_path)
    assert (len(atlas), len(atlas.graph), repr(atlas)) == (0, 0, "Atlas()")


def test_the_graph_is_made_once_and_does_not_depend_on_order(small: posatlas.Atlas) -> None:
    from posatlas.graph import build_graph

    assert small.graph is small.graph
    backwards = dict(reversed(small.entities.items()))
    other = build_graph(backwards, small.kind_of, small.path_of)
    assert dict(other.edges.items()) == dict(small.graph.edges.items())


def test_nodes_are_the_entities(whole: posatlas.Atlas) -> None:
    assert dict(whole.graph.nodes(data="kind")) == dict(whole.kind_of)
    assert isinstance(whole.graph, networkx.MultiDiGraph)


def test_edges_lead_to_the_kinds_that_a_relation_allows(whole: posatlas.Atlas) -> None:
    for entity in whole:
        for edge in edges(entity):
            assert edge.kinds <= set(KINDS), edge
            assert whole.kind_of[edge.target] in edge.kinds, (entity.id, edge)
            assert whole.graph.has_edge(entity.id, edge.target, edge.relation)
    for source, target, relation in whole.graph.edges(keys=True):
        if relation == "rests_on":
            assert whole.kind_of[target] == "claim", (source, target)


def test_every_field_that_an_edge_names_is_there(whole: posatlas.Atlas) -> None:
    for source, target, data in whole.graph.edges(data=True):
        value: Any = whole[source].model_dump(by_alias=True)
        for step in data["field"].split("."):
            value = value[int(step)] if step.isdigit() else value[step]
        held = value if isinstance(value, str) else value["en"]
        assert target in held, (source, data)


def test_every_identifier_in_a_field_is_an_edge(whole: posatlas.Atlas) -> None:
    """No field that holds ids of entities is forgotten by `references.edges`."""
    for entity in whole:
        told = {edge.location for edge in edges(entity)}
        for location, value in _strings(entity, ()):
            forgotten = location not in told and value in whole and location[-1] not in ("en", "zh-Hant", "zh-Hans")
            if forgotten and _may_be_an_id(location):
                pytest.fail(f"{whole.path_of[entity.id]}: {location} = {value!r} is no edge")


def _may_be_an_id(location: tuple[Any, ...]) -> bool:
    plain = {"id", "aliases", "name", "latex", "says", "locator", "family", "kind", "form", "section", "slug", "origin",
             "from", "title", "text", "symbol", "property", "version", "default"}  # fmt: skip
    words = [step for step in location if isinstance(step, str)]
    inside = {"build", "given"} & set(words)
    return not inside and words[-1] not in plain


def _strings(value: Any, location: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield location, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, (*location, index))
    elif isinstance(value, BaseModel):
        for name, info in type(value).model_fields.items():
            yield from _strings(getattr(value, name), (*location, info.alias or name))


def test_prose_rests_on_the_claims_it_cites(whole: posatlas.Atlas) -> None:
    for entity in whole:
        cited = {mark.claim for _, text in texts(entity) for mark in marks(text.en)} - {entity.id}
        linked = {match[1] for _, text in texts(entity) for match in LINK.finditer(text.en)} - {entity.id}
        out = set(whole.graph.out_edges(entity.id, keys=True)) if cited or linked else set()
        assert {t for _, t, key in out if key == "rests_on"} == cited & set(whole.entities)
        assert {t for _, t, key in out if key == "mentions"} == linked & set(whole.entities)


def test_nothing_points_to_a_retired_id(kb: Path, change: Callable[..., None]) -> None:
    (kb / "redirects").mkdir()
    (kb / "redirects" / "spinning.yml").write_text(
        "to: [turning]\nreason: {zh-Hant: 改名, en: renamed}\n", encoding="utf-8"
    )
    atlas = posatlas.load(kb)
    assert isinstance(atlas["spinning"], Redirect)
    assert atlas.graph.has_edge("spinning", "turning", "moved_to")
    assert atlas.graph.in_degree("spinning") == 0


def test_questions_of_the_readme(whole: posatlas.Atlas) -> None:
    assert "alibi-slopes-halve-per-head" in whole.graph.predecessors("press-2022")
    descent = networkx.DiGraph((s, t) for s, t, key in whole.graph.edges(keys=True) if key == "descends_from")
    assert networkx.is_directed_acyclic_graph(descent)
    assert "sinusoidal" in networkx.descendants(descent, "yarn")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A. [@a]", [("a", False)]),
        ("A. [@a; @b;c]", [("a", False), ("b", False), ("c", False)]),
        ("A. [@?a; ?b]", [("a", True), ("b", True)]),
        ("A. [@-] B. [@]", []),
        ("[@a\nb]", []),
        ("a@b.org [a@b]", []),
    ],
)
def test_marks(text: str, found: list[tuple[str, bool]]) -> None:
    assert [(mark.claim, mark.reported) for mark in marks(text)] == found


def test_a_configuration_of_a_model_is_a_source_like_a_paper(kb: Path, change: Callable[..., None]) -> None:
    sources = [
        {place: target, "locator": "rope_theta", "read": True}
        for place, target in (("model", "some-model"), ("library", "some-library"), ("paper", "doe-2020"))
    ]
    address = {"url": "https://example.org", "title": "Page", "locator": "top", "read": True}
    change("claims/turning/turning-is-popular.yml", according_to=[*sources, address])
    claim = posatlas.load(kb)["turning-is-popular"]
    assert [(e.target, set(e.kinds), e.location) for e in edges(claim) if e.relation == "according_to"] == [
        ("some-model", {"model"}, ("according_to", 0, "model")),
        ("some-library", {"library"}, ("according_to", 1, "library")),
        ("doe-2020", {"paper"}, ("according_to", 2, "paper")),
    ]

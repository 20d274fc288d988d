"""The atlas as a Python user meets it: look-ups, questions, graph."""

from __future__ import annotations

from pathlib import Path

import pytest

import posatlas
from posatlas.schema import KINDS, Claim, Method


@pytest.fixture(scope="module")
def atlas() -> posatlas.Atlas:
    return posatlas.load()


def test_entities_are_typed_and_found_by_id(atlas: posatlas.Atlas) -> None:
    assert isinstance(atlas["alibi"], Method)
    assert "alibi" in atlas
    assert "no-such-thing" not in atlas
    assert len(atlas) == len(list(atlas))


def test_unknown_id_names_a_near_one(atlas: posatlas.Atlas) -> None:
    with pytest.raises(KeyError, match='did you mean "alibi"'):
        atlas["alib"]
    with pytest.raises(ValueError, match="is no kind"):
        atlas.of("methods")


def test_entities_do_not_change(atlas: posatlas.Atlas) -> None:
    with pytest.raises(ValueError, match="frozen"):
        atlas["alibi"].family = "rotary"
    with pytest.raises(TypeError):
        atlas.entities["new"] = atlas["alibi"]  # type: ignore[index]


def test_claims_by_subject_verdict_and_kind(atlas: posatlas.Atlas) -> None:
    chosen = atlas.claims(about="alibi", verdict="conditional", kind="property")
    assert "alibi-slopes-halve-per-head" in {c.id for c in chosen}
    assert all("alibi" in c.about and c.verdict == "conditional" and c.kind == "property" for c in chosen)
    assert len(atlas.claims()) == len(atlas.of("claim"))


def test_every_kind_has_entities(atlas: posatlas.Atlas) -> None:
    empty = {kind for kind in KINDS if kind != "redirect" and not atlas.of(kind)}
    assert empty == set()


def test_graph_has_typed_nodes_and_edges(atlas: posatlas.Atlas) -> None:
    graph = atlas.graph
    assert set(graph) == set(atlas.entities)
    assert graph.nodes["alibi"]["kind"] == "method"
    assert graph.has_edge("alibi-slopes-halve-per-head", "alibi", key="about")
    assert graph.has_edge("bloom", "alibi", key="uses")
    assert graph.has_edge("alibi", "press-2022", key="introduced_by")
    assert all(isinstance(data["field"], str) for *_, data in graph.edges(data=True))


def test_a_folder_with_mistakes_is_refused_with_its_findings(tmp_path: Path) -> None:
    (tmp_path / "methods").mkdir()
    (tmp_path / "methods" / "wrong.yml").write_text("family: rotery\n", encoding="utf-8")
    with pytest.raises(posatlas.InvalidKnowledgeBase, match=r"wrong\.yml:1:9"):
        posatlas.load(tmp_path)


def test_statements_of_the_document_are_in_order(atlas: posatlas.Atlas) -> None:
    items = atlas.items("position-encoding-explainer")
    assert [item.id for item in items] == [f"C{n:03d}" for n in range(1, 252)]
    judged = {c.source.item for c in atlas.of("claim") if isinstance(c, Claim)} - {None}
    assert judged == {item.id for item in items}

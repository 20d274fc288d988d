"""The atlas as a Python user meets it: look-ups, questions, graph."""

from __future__ import annotations

from collections.abc import Callable
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


def test_questions_that_have_no_answer_are_told(atlas: posatlas.Atlas) -> None:
    with pytest.raises(posatlas.UnknownEntity, match='did you mean "alibi"'):
        atlas.claims(about="alibbi")
    with pytest.raises(ValueError, match='"suported" is no verdict; use one of supported, conditional'):
        atlas.claims(verdict="suported")
    with pytest.raises(ValueError, match="is no kind of claim; use one of property, cost"):
        atlas.claims(kind="costs")
    assert atlas.claims(about="alibi", verdict="supported", kind="forecast") == ()
    assert atlas.items("alibi") == atlas.parts("no-such-document") == ()


def test_what_an_atlas_says_of_itself(small: posatlas.Atlas) -> None:
    assert repr(small) == "Atlas(1 document, 2 methods, 2 claims, 1 paper, 1 term)"
    assert str(posatlas.UnknownEntity("No such.")) == "No such."


def test_paths_begin_with_kb_wherever_the_folder_lies(small: posatlas.Atlas, atlas: posatlas.Atlas) -> None:
    assert small.path_of["turning-is-popular"] == "kb/claims/turning/turning-is-popular.yml"
    assert atlas.path_of["alibi"] == "kb/methods/alibi.yml"
    assert (atlas.root / "methods" / "alibi.yml").is_file()


@pytest.mark.parametrize("form", [str, Path, lambda path: f"{path}/"])
def test_a_folder_is_named_by_text_or_path(kb: Path, form: Callable[[Path], Path | str]) -> None:
    assert posatlas.load(form(kb)).path_of["adding"] == "kb/methods/adding.yml"


def test_two_files_with_one_id_are_refused(kb: Path, change: Callable[..., None]) -> None:
    change("methods/adding.yml", as_="methods/doe-2020.yml")
    with pytest.raises(posatlas.InvalidKnowledgeBase, match=r'methods/doe-2020.yml and .*have the same id "doe-2020"'):
        posatlas.load(kb)


def test_of_many_mistakes_the_first_are_shown_and_the_rest_counted(kb: Path) -> None:
    for number in range(30):
        (kb / "methods" / f"m{number:02d}.yml").write_text("family: rotary\nfamily: rotary\n", encoding="utf-8")
    with pytest.raises(posatlas.InvalidKnowledgeBase) as error:
        posatlas.load(kb)
    message = str(error.value)
    assert message.count("yaml/duplicate-key") == 20
    assert message.index("m00.yml") < message.index("m19.yml")
    assert "10 more: posatlas validate --kb" in message


def test_what_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for wrong in (tmp_path / "nowhere", tmp_path / "file"):
        with pytest.raises(posatlas.InvalidKnowledgeBase, match="is not a folder"):
            posatlas.load(wrong)

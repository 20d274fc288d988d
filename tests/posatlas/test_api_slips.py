"""What people try at a prompt: entities for ids, wrong cases and types, changes, copies, other dates."""

from __future__ import annotations

import copy
import datetime
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx
import pytest

import posatlas
from posatlas.atlas import UnknownEntity
from posatlas.tables import UnknownCell


def test_an_entity_does_wherever_its_id_does(whole: posatlas.Atlas) -> None:
    alibi, yarn = whole["alibi"], whole["yarn"]
    assert whole[alibi] is alibi and whole.methods[alibi] is alibi
    assert whole.claims(about=alibi) == whole.claims(about="alibi") != ()
    assert whole.users_of(alibi).ids == whole.users_of("alibi").ids != ()
    assert whole.lineage(yarn) == whole.lineage("yarn")
    assert whole.path(whole["rope"], yarn) == whole.path("rope", "yarn")
    assert whole.compare([alibi, "rope"]).columns == ("alibi", "rope")
    assert whole.table(whole.comparisons[0]).rows == whole.table(whole.comparisons[0].id).rows
    assert whole.path("sinusoidal", "yarn", kinds="method") == whole.path("sinusoidal", "yarn", kinds=["method"])
    assert whole.evidence_of("alibi") == whole.evidence_of(["alibi"])


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("roep", 'No entity has the id "roep"; did you mean "rope"?'),
        ("RoPE", 'No entity has the id "RoPE"; did you mean "rope"?'),
        ("attention WITH linear biases", 'No entity has the id "attention WITH linear biases"; did you mean "alibi"?'),
        ("旋轉位置編碼", 'No entity has the id "旋轉位置編碼"; did you mean "rope"?'),
        ("qqqq", 'No entity has the id "qqqq".'),
        ("", 'No entity has the id "".'),
        (3, 'An id is a text such as "rope", and 3 is none.'),
        (None, 'An id is a text such as "rope", and None is none.'),
        (["rope"], "An id is a text such as \"rope\", and ['rope'] is none."),
    ],
)
def test_what_has_no_entity_is_told_with_what_is_near(whole: posatlas.Atlas, asked: Any, says: str) -> None:
    for question in (lambda: whole[asked], lambda: whole.path("rope", asked), lambda: whole.lineage(asked)):
        with pytest.raises(UnknownEntity) as told:
            question()
        assert str(told.value) == says
    assert asked not in whole.methods


@pytest.fixture(scope="module")
def atlases() -> tuple[posatlas.Atlas, ...]:
    """An atlas and a view of it, which no other test has in hands."""
    atlas = posatlas.load()
    return atlas, atlas.as_of("2024")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda atlas: setattr(atlas, "language", "zh-Hans"), AttributeError),
        (lambda atlas: setattr(atlas, "entities", {}), AttributeError),
        (lambda atlas: delattr(atlas, "root"), AttributeError),
        (lambda atlas: atlas.entities.update(rope=None), AttributeError),
        (lambda atlas: atlas.graph.add_edge("rope", "alibi"), networkx.NetworkXError),
        (lambda atlas: atlas.graph.remove_node("rope"), networkx.NetworkXError),
        (lambda atlas: atlas.statuses.pop("alibi-slopes-halve-per-head"), AttributeError),
        (lambda atlas: atlas.verified["alibi-slopes-halve-per-head"].clear(), AttributeError),
        (lambda atlas: atlas.history.clear(), AttributeError),
    ],
)
def test_nothing_in_an_atlas_changes(
    atlases: tuple[posatlas.Atlas, ...], change: Callable[[Any], Any], error: type[Exception]
) -> None:
    for atlas in atlases:
        edges = atlas.graph.number_of_edges()
        with pytest.raises(error):
            change(atlas)
        assert (atlas.language, atlas["rope"].id, atlas.graph.number_of_edges()) == ("en", "rope", edges)


def test_what_is_given_to_change_is_a_copy(whole: posatlas.Atlas) -> None:
    graph = whole.graph.copy()
    graph.add_edge("rope", "nowhere")
    assert "nowhere" not in whole.graph
    records = whole.evidence_of("alibi")["alibi"]
    records.clear()
    assert whole.evidence_of("alibi")["alibi"] != []


def test_entities_and_what_they_hold_can_be_put_in_sets(whole: posatlas.Atlas) -> None:
    assert len(set(whole)) == len(whole)
    assert {whole["rope"]: 1}[posatlas.load()["rope"]] == 1
    claim = next(claim for claim in whole.claims() if claim.checks)
    assert hash(claim.checks) == hash(tuple(claim.checks))
    assert {claim.checks[0], claim.checks[0].model_copy()} == {claim.checks[0]}
    assert hash(claim.checks[0].build) == hash(claim.checks[0].model_copy().build)


def test_a_copy_is_the_same_atlas_and_a_pickle_the_same_data(kb: Path, whole: posatlas.Atlas) -> None:
    assert copy.copy(whole) is whole and copy.deepcopy(whole) is whole
    again = pickle.loads(pickle.dumps(whole))
    assert again is not whole and dict(again.entities) == dict(whole.entities)
    small = posatlas.load(kb, lang="zh-Hant")
    again = pickle.loads(pickle.dumps(small))
    assert (again.root, again.language, again.entities) == (small.root, "zh-Hant", small.entities)
    then = pickle.loads(pickle.dumps(whole.as_of("2021-06")))
    assert (then.when, "rope" in then, "alibi" in then) == ("2021-06", True, False)
    for answer in (whole.methods, whole.path("rope", "yarn"), whole.lineage("yarn")):
        assert pickle.loads(pickle.dumps(answer)) == answer
    table = whole.compare(["rope", "alibi"])
    assert pickle.loads(pickle.dumps(table)).to_dicts() == table.to_dicts()


def test_a_view_tells_what_came_later(whole: posatlas.Atlas) -> None:
    then = whole.as_of("2021-06")
    says = '"alibi" is not in this view as of 2021-06: it is dated 2021-08-27, first public date of press-2022.'
    for question in (lambda: then["alibi"], lambda: then.date_of("alibi"), lambda: then.date_of(whole["alibi"])):
        with pytest.raises(UnknownEntity) as told:
            question()
        assert str(told.value) == says
    with pytest.raises(UnknownEntity, match='"rpoe"; did you mean "rope"'):
        then["rpoe"]


def test_a_view_of_a_view_holds_no_more_than_that_one(whole: posatlas.Atlas) -> None:
    then = whole.as_of("2021-06")
    assert then.as_of("2023").when == "2021-06" and set(then.as_of("2023").entities) == set(then.entities)
    assert then.as_of("2020").when == "2020" and set(then.as_of("2020").entities) == set(whole.as_of("2020").entities)


def test_a_moment_is_a_text_a_year_or_a_day(whole: posatlas.Atlas) -> None:
    assert whole.as_of(2022).when == "2022"
    for day in (datetime.date(2022, 6, 30), datetime.datetime(2022, 6, 30, 12, 5)):
        assert whole.as_of(day).when == "2022-06-30"
    for wrong in (True, None, 20220630, 2022.5, "2022-13", "2022-02-30", datetime.time(1)):
        with pytest.raises(ValueError, match=r"is no (date|day of the calendar)\. (Write|Give)"):
            whole.as_of(wrong)


def test_an_empty_answer_has_its_columns(whole: posatlas.Atlas) -> None:
    pytest.importorskip("pandas")
    none = whole.claims(about="yarn", verdict="contradicted", kind="history")
    assert none == () and list(none.to_pandas().columns) == list(whole.claims()[:1].to_pandas().columns)
    assert list(whole.methods[:0].to_pandas()["family"]) == []
    assert list(whole.users_of("nope")[:0].to_pandas().columns) == list(whole.models.to_pandas().columns)


def test_a_table_is_walked_by_its_places(whole: posatlas.Atlas) -> None:
    table = whole.compare(["rope", "alibi"])
    assert list(table)[:2] == [(table.rows[0], "rope"), (table.rows[0], "alibi")]
    assert len(table) == len(list(table)) == len(table.rows) * 2
    assert ("enters-at", "rope") in table and ("enters-at", "yarn") not in table
    assert all(table[place] is not None for place in table)
    for wrong in ("enters-at", ("enters-at",), 3):
        with pytest.raises(UnknownCell, match=r"asked for by row and column"):
            table[wrong]  # type: ignore[index]


@pytest.mark.parametrize("field", ["formulas.²", "formulas.-1", "formulas.x", "parents.0.id.0.0", "no.such"])
def test_a_place_that_is_not_there(whole: posatlas.Atlas, field: str) -> None:
    with pytest.raises(ValueError, match=r"'rope' has nothing at "):
        whole.provenance("rope", field)


def test_a_place_that_is_no_text(whole: posatlas.Atlas) -> None:
    with pytest.raises(ValueError, match=r'A place is a text such as "parents\.0\.id", and 3 is none'):
        whole.provenance("rope", 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("folder", "more"),
    [
        ("zh-Hant", ', or none; for the language:  load(lang="zh-Hant").'),
        ("nowhere", ", or none."),
        ("", ", or none."),
        (__file__, ", or none."),
    ],
)
def test_what_is_no_folder_cannot_be_loaded(folder: str, more: str) -> None:
    with pytest.raises(posatlas.InvalidKnowledgeBase) as told:
        posatlas.load(folder)
    assert str(told.value) == f'"{folder}" is not a folder. Give the folder of a knowledge base{more}'


def test_ids_are_completed_in_a_notebook(whole: posatlas.Atlas) -> None:
    assert set(whole._ipython_key_completions_()) == set(whole.entities)
    assert whole.methods._ipython_key_completions_() == list(whole.methods.ids)


def test_a_text_is_printed_as_its_english(whole: posatlas.Atlas) -> None:
    name = whole["rope"].name
    assert f"{name}" == str(name) == name.en == whole["rope"].text("en", "name")
    assert repr(name).startswith("Text(zh_hant=")

"""The models of all kinds: described, strict, frozen, closed, and expressible as JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from posatlas import reading
from posatlas.schema import KIND_OF_FOLDER, KINDS, Claim, Entity, Event, Method, Paper, Reference, TrainedModel
from posatlas.schema.base import Date, Identifier, Model, Month, Text, WebAddress
from posatlas.schema.comparison import Cell
from posatlas.schema.document import Items, Parts
from posatlas.schema.sources import SourcedMethods, SourcedTokens

KB = Path(__file__).parents[2] / "kb"


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """A model and all that its fields hold."""
    yield model
    for info in model.model_fields.values():
        yield from _inside(info.annotation)


def _inside(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from _models(annotation)
    for argument in getattr(annotation, "__args__", ()):
        yield from _inside(argument)


ROOTS = [kind.model for kind in KINDS.values()] + [Items, Parts]
MODELS = sorted({model for root in ROOTS for model in _models(root)}, key=lambda model: model.__name__)


def _example(kind: str) -> dict[str, Any]:
    """The values of some file of a kind, with its id."""
    path = sorted((KB / KINDS[kind].folder).rglob("*.yml"))[0]
    if kind == "document":
        path = next((KB / "documents").glob("*.yml"))
    return {**reading.read(path, path.name).value, "id": path.stem}


def test_design_names_every_kind() -> None:
    assert set(KINDS) == {
        *("document topic method claim paper model organisation event comparison metric technique stage".split()),
        *("application misconception lesson thesis case library term redirect".split()),
    }


def test_kinds_folders_and_models_are_one_to_one() -> None:
    assert {kind.folder for kind in KINDS.values()} == set(KIND_OF_FOLDER)
    assert len({kind.model for kind in KINDS.values()}) == len(KINDS) == len(KIND_OF_FOLDER)
    assert all(KIND_OF_FOLDER[kind.folder] is kind and KINDS[name] is kind for name, kind in KINDS.items())
    assert all(issubclass(kind.model, Entity) for kind in KINDS.values())
    with pytest.raises(TypeError):
        KINDS["new"] = KINDS["method"]  # type: ignore[index]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_model_and_field_is_described(model: type[BaseModel]) -> None:
    assert (model.__doc__ or "").strip().endswith("."), f"{model.__name__} has no docstring that is a sentence"
    bare = [name for name, info in model.model_fields.items() if not (info.description or "").strip()]
    assert bare == []
    assert all(info.description.endswith((".", "`")) for info in model.model_fields.values() if info.description)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_model_is_strict_frozen_and_closed(model: type[BaseModel]) -> None:
    assert issubclass(model, Model)
    config = model.model_config
    assert (config["strict"], config["frozen"], config["extra"]) == (True, True, "forbid")


@pytest.mark.parametrize("model", ROOTS, ids=lambda model: model.__name__)
def test_json_schema(model: type[BaseModel]) -> None:
    schema = model.model_json_schema()
    json.dumps(schema)
    assert schema["additionalProperties"] is False
    assert set(schema["properties"]) == {info.alias or name for name, info in model.model_fields.items()}
    shapes = [schema, *schema.get("$defs", {}).values()]
    for shape in shapes:
        for name, field in shape.get("properties", {}).items():
            assert field.get("description"), f"{shape['title']}.{name}"
            assert field != {} and "$comment" not in field


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "redirect"])
def test_unknown_keys_are_refused_and_values_do_not_change(kind: str) -> None:
    model, values = KINDS[kind].model, _example(kind)
    entity = model.model_validate(values)
    assert entity == model.model_validate(values)
    with pytest.raises(ValidationError, match="frozen"):
        entity.id = "another"
    with pytest.raises(ValidationError) as error:
        model.model_validate({**values, "colour": "red"})
    assert [(e["type"], e["loc"]) for e in error.value.errors()] == [("extra_forbidden", ("colour",))]
    for name, info in model.model_fields.items():
        if info.is_required():
            short = {key: value for key, value in values.items() if key != (info.alias or name)}
            with pytest.raises(ValidationError, match="Field required"):
                model.model_validate(short)


def test_texts_need_both_languages_under_their_tags() -> None:
    Text.model_validate({"zh-Hant": "旋轉", "en": "rotate"})
    for wrong in (
        {"zh-Hant": "旋轉"},
        {"en": "rotate"},
        {"zh-Hant": "", "en": "x"},
        "rotate",
        {"zh_hant": "旋", "en": "x"},
    ):
        with pytest.raises(ValidationError):
            Text.model_validate(wrong)


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("title", 5, "string_type"),
        ("title", "", "string_too_short"),
        ("authors", "Ashish Vaswani", "list_type"),
        ("authors", [], "too_short"),
        ("type", "Preprint", "literal_error"),
        ("first_published", 2017, "string_type"),
        ("first_published", "2017-6", "string_pattern_mismatch"),
        ("first_published", "2017-02-29", "value_error"),
        ("venue", {"name": "NeurIPS", "year": "2017"}, "int_type"),
        ("venue", {"name": "NeurIPS", "year": 2017.0}, "int_type"),
        ("venue", {"name": "NeurIPS", "year": True}, "int_type"),
        ("venue", {"name": "NeurIPS", "year": 20170}, "less_than_equal"),
        ("arxiv", {"id": "1706.03762v7"}, "string_pattern_mismatch"),
        ("arxiv", {"id": "１７０６.03762"}, "string_pattern_mismatch"),
        ("doi", "10.1000/ABC", "string_pattern_mismatch"),
        ("url", "javascript:alert(1)", "string_pattern_mismatch"),
        ("introduces", ["Sinusoidal"], "string_pattern_mismatch"),
        ("introduces", None, "list_type"),
    ],
)
def test_types_are_not_coerced(field: str, value: Any, kind: str) -> None:
    paper: dict[str, Any] = {
        "id": "vaswani-2017",
        "title": "Attention Is All You Need",
        "authors": ["Ashish Vaswani"],
        "type": "conference",
        "first_published": "2017-06-12",
        "url": "https://arxiv.org/abs/1706.03762",
        "checked": {"against": "arXiv", "date": "2026-11-29"},
    }
    Paper.model_validate(paper)
    with pytest.raises(ValidationError) as error:
        Paper.model_validate({**paper, field: value})
    assert [e["type"] for e in error.value.errors()] == [kind]


def test_a_truth_value_is_true_or_false() -> None:
    place = {"paper": "press-2022", "locator": "§3"}
    assert Reference.model_validate({**place, "read": True}).decides
    for wrong in ("true", 1, "yes", None):
        with pytest.raises(ValidationError):
            Reference.model_validate({**place, "read": wrong})


@pytest.mark.parametrize("good", ["2024-02-29", "2000-02-29", "1999-12-31", "2021-04-30"])
def test_days_of_the_calendar(good: str) -> None:
    assert TypeAdapter(Date).validate_python(good) == TypeAdapter(Month).validate_python(good) == good


@pytest.mark.parametrize(
    "wrong",
    [
        *("2023-02-29", "1900-02-29", "2021-04-31", "2021-13-01", "2021-00-10", "2021-01-00", "2021-1-1"),
        *("２０２１-01-01", "2021-01-01 ", "2021-01-01\n", "21-01-01", "2021/01/01", ""),
    ],
)
def test_what_is_no_day(wrong: str) -> None:
    for form in (Date, Month):
        with pytest.raises(ValidationError):
            TypeAdapter(form).validate_python(wrong)


def test_a_month_may_stand_where_the_day_is_not_known() -> None:
    assert TypeAdapter(Month).validate_python("2021-08") == "2021-08"
    with pytest.raises(ValidationError):
        TypeAdapter(Date).validate_python("2021-08")


@pytest.mark.parametrize("good", ["a", "rope", "llama-3-1", "x" * 80, "t5-relative-bias"])
def test_ids(good: str) -> None:
    assert TypeAdapter(Identifier).validate_python(good) == good


@pytest.mark.parametrize(
    "wrong", ["", "Rope", "3d", "-a", "a-", "a--b", "a_b", "a b", "x" * 81, "ropé", "a\n", "a/b", ".."]
)
def test_what_is_no_id(wrong: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Identifier).validate_python(wrong)


@pytest.mark.parametrize(
    "wrong", ["ftp://a.org", "http://", "https://a b", 'https://a"b', "https://a<b", "https://a\\b", "a.org"]
)
def test_what_is_no_web_address(wrong: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(WebAddress).validate_python(wrong)


def test_a_source_has_one_target() -> None:
    place = {"locator": "§3", "read": True}
    two = {**place, "paper": "a", "library": "b"}
    for wrong in (
        place,
        two,
        {**place, "url": "https://a.org"},
        {**place, "paper": "a", "url": "https://a.org", "title": "A"},
    ):
        with pytest.raises(ValidationError):
            Reference.model_validate(wrong)
    page = Reference.model_validate({**place, "url": "https://a.org", "title": "A"})
    assert page.target == "https://a.org"
    assert not Reference.model_validate({**place, "paper": "a", "primary": False}).decides


def test_a_cell_of_a_comparison_has_claims_or_a_reason_and_not_both() -> None:
    reason = {"zh-Hant": "沒有表。", "en": "It has no table."}
    assert Cell.model_validate({"method": "rope", "claims": ["rope-no-parameters"]}).not_applicable is None
    assert Cell.model_validate({"method": "rope", "not_applicable": reason}).claims == []
    for wrong in ({}, {"claims": []}, {"claims": ["rope-no-parameters"], "not_applicable": reason}):
        with pytest.raises(ValidationError, match="a cell has claims, or says why it is not applicable"):
            Cell.model_validate({"method": "rope", **wrong})


def test_where_a_value_comes_from() -> None:
    source = {"paper": "a", "locator": "§1", "read": True}
    SourcedMethods.model_validate({"methods": [], "from": "undisclosed"})
    SourcedMethods.model_validate({"methods": ["rope"], "from": "paper", "source": source})
    with pytest.raises(ValidationError, match="names no method"):
        SourcedMethods.model_validate({"methods": ["rope"], "from": "undisclosed"})
    with pytest.raises(ValidationError, match="needs its source"):
        SourcedMethods.model_validate({"methods": ["rope"], "from": "paper"})
    SourcedTokens.model_validate({"tokens": 2048, "from": "paper", "source": source})
    for wrong in ({"from": "undisclosed"}, {"tokens": 0}, {"tokens": -1}, {"tokens": 2048.0}):
        with pytest.raises(ValidationError):
            SourcedTokens.model_validate({"tokens": 2048, "from": "paper", "source": source, **wrong})


def test_a_closed_model_has_no_configuration_to_quote() -> None:
    source = {"paper": "a", "locator": "§1", "read": True}
    model = {
        "id": "m", "name": "M", "released": "2024-01", "weights": "closed", "as_of": "2026-11-29",
        "position_encoding": {"methods": ["rope"], "from": "checkpoint_config", "source": source},
    }  # fmt: skip
    with pytest.raises(ValidationError, match="no public configuration"):
        TrainedModel.model_validate(model)
    assert TrainedModel.model_validate({**model, "weights": "open"}).window.advertised is None


def test_optional_fields_default_to_nothing() -> None:
    for model in (Claim, Method, Event):
        for name, info in model.model_fields.items():
            if not info.is_required():
                assert info.get_default(call_default_factory=True) in (None, []), name

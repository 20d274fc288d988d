"""References between entities: typed edges found in fields, and the marks that prose carries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from pydantic import BaseModel

from posatlas.schema import (
    Application,
    Case,
    Claim,
    Comparison,
    Entity,
    Event,
    Lesson,
    Library,
    Method,
    Metric,
    Misconception,
    Organisation,
    Paper,
    Redirect,
    Reference,
    Stage,
    Technique,
    Term,
    Text,
    Thesis,
    TrainedModel,
)

CITATION = re.compile(r"\[@([^\]\n]*)\]")
LINK = re.compile(r"\[\[([^\]|\n]+)(?:\|([^\]\n]*))?\]\]")

_ABOUT = frozenset(
    "topic method paper model organisation event metric technique stage application misconception lesson thesis "
    "library term document comparison".split()
)
_CLAIM = frozenset({"claim"})
_METHOD = frozenset({"method"})
_PAPER = frozenset({"paper"})
_SAYS = frozenset({"document", "paper"})
_LIBRARY = frozenset({"library"})
_MODEL = frozenset({"model"})


class Edge(NamedTuple):
    """One reference: relation, target id, kinds the target may have, and the place of the value."""

    relation: str
    target: str
    kinds: frozenset[str]
    location: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One claim reference in prose: `[@id]`, or `[@?id]` where the sentence only reports the claim."""

    claim: str
    reported: bool
    offset: int


def marks(text: str) -> Iterator[Mark]:
    """Claim references of a text; the empty mark `[@-]` names no claim and is left out."""
    for match in CITATION.finditer(text):
        for name in match.group(1).split(";"):
            word = name.strip().removeprefix("@").strip()
            if word and word != "-":
                yield Mark(word.removeprefix("?").strip(), word.startswith("?"), match.start())


def texts(value: Any, location: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Text]]:
    """Every Text of an entity with its place in the file."""
    found: list[tuple[tuple[Any, ...], Text]] = []
    _collect_texts(value, location, found)
    return iter(found)


def _collect_texts(value: Any, location: tuple[Any, ...], found: list[tuple[tuple[Any, ...], Text]]) -> None:
    if type(value) is Text:
        found.append((location, value))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _collect_texts(item, (*location, index), found)
    elif isinstance(value, BaseModel):
        held = value.__dict__
        for name, shown in _fields_with_text(type(value)):
            inner = held[name]
            if type(inner) is Text:
                found.append(((*location, shown), inner))
            elif inner:
                _collect_texts(inner, (*location, shown), found)


@cache
def _fields_with_text(model: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """Fields of a model that may hold a Text, each with its key in the file."""
    return tuple((n, i.alias or n) for n, i in model.model_fields.items() if _may_hold_text(i.annotation))


def _may_hold_text(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation is Text or bool(_fields_with_text(annotation))
    return any(_may_hold_text(argument) for argument in getattr(annotation, "__args__", ()))


def edges(entity: Entity) -> Iterator[Edge]:
    """Typed references that the fields of an entity make, in order of the fields."""
    return chain.from_iterable(function(entity) for function in _edge_functions(type(entity)))


@cache
def _edge_functions(model: type[Entity]) -> tuple[Any, ...]:
    return tuple(function for kind, function in _EDGES if issubclass(model, kind))


def _many(relation: str, field: str, ids: list[str], kinds: frozenset[str]) -> list[Edge]:
    return [Edge(relation, target, kinds, (field, index)) for index, target in enumerate(ids)]


def _source(relation: str, source: Reference | None, location: tuple[Any, ...]) -> list[Edge]:
    if source is None:
        return []
    if source.paper is not None:
        return [Edge(relation, source.paper, _PAPER, (*location, "paper"))]
    if source.library is not None:
        return [Edge(relation, source.library, _LIBRARY, (*location, "library"))]
    if source.model is not None:
        return [Edge(relation, source.model, _MODEL, (*location, "model"))]
    return []


def _claim(claim: Claim) -> list[Edge]:
    found = [Edge("about", target, _ABOUT, ("about", index)) for index, target in enumerate(claim.about)]
    found.append(Edge("said_by", claim.source.id, _SAYS, ("source", "id")))
    for index, source in enumerate(claim.according_to):
        found += _source("according_to", source, ("according_to", index))
    for index, check in enumerate(claim.checks):
        found.append(Edge("checks", check.method, _METHOD, ("checks", index, "method")))
    for index, target in enumerate(claim.contradicts):
        found.append(Edge("contradicts", target, _CLAIM, ("contradicts", index)))
    return found


def _method(method: Method) -> Iterator[Edge]:
    if method.introduced_by:
        yield Edge("introduced_by", method.introduced_by, _PAPER, ("introduced_by",))
    if method.beyond_training:
        yield Edge("borne_out_by", method.beyond_training, _CLAIM, ("beyond_training",))
    for index, parent in enumerate(method.parents):
        yield Edge("descends_from", parent.id, _METHOD, ("parents", index, "id"))
        if parent.claim:
            yield Edge("borne_out_by", parent.claim, _CLAIM, ("parents", index, "claim"))
    for index, exception in enumerate(method.exceptions):
        yield Edge("borne_out_by", exception.claim, _CLAIM, ("exceptions", index, "claim"))
    for index, formula in enumerate(method.formulas):
        yield from _source("formula_from", formula.source, ("formulas", index, "source"))
    yield from _many("works_with", "techniques", method.techniques, frozenset({"technique"}))


def _paper(paper: Paper) -> list[Edge]:
    return _many("introduces", "introduces", paper.introduces, _METHOD)


def _model(model: TrainedModel) -> Iterator[Edge]:
    if model.organisation:
        yield Edge("made_by", model.organisation, frozenset({"organisation"}), ("organisation",))
    place = ("position_encoding",)
    for index, target in enumerate(model.position_encoding.methods):
        yield Edge("uses", target, _METHOD, (*place, "methods", index))
    yield from _source("according_to", model.position_encoding.source, (*place, "source"))
    for name in ("advertised", "configured"):
        length = getattr(model.window, name)
        if length is not None:
            yield from _source("according_to", length.source, ("window", name, "source"))
    if model.frequency_scaling is not None:
        yield Edge("uses", model.frequency_scaling.method, _METHOD, ("frequency_scaling", "method"))
    for name in ("rope_base", "rotary_width", "frequency_scaling"):
        value = getattr(model, name)
        if value is not None:
            yield from _source("according_to", value.source, (name, "source"))
    yield from _many("described_by", "papers", model.papers, _PAPER)


def _organisation(organisation: Organisation) -> Iterator[Edge]:
    for field in ("claims", "evidence_for", "evidence_against"):
        yield from _many(field, field, getattr(organisation, field), _CLAIM)


def _event(event: Event) -> Iterator[Edge]:
    if event.paper:
        yield Edge("marked_by", event.paper, _PAPER, ("paper",))
    yield from _source("according_to", event.source, ("source",))
    yield from _many("concerns", "methods", event.methods, _METHOD)
    yield from _many("claims", "claims", event.claims, _CLAIM)


def _comparison(comparison: Comparison) -> Iterator[Edge]:
    yield from _many("compares", "methods", comparison.methods, _METHOD)
    for r, row in enumerate(comparison.rows):
        for c, cell in enumerate(row.cells):
            place = ("rows", r, "cells", c)
            yield Edge("cell_of", cell.method, _METHOD, (*place, "method"))
            for index, target in enumerate(cell.claims):
                yield Edge("claims", target, _CLAIM, (*place, "claims", index))


def _claims_only(entity: Metric | Term) -> list[Edge]:
    return _many("claims", "claims", entity.claims, _CLAIM)


def _technique(technique: Technique) -> Iterator[Edge]:
    yield from _many("introduced_by", "papers", technique.papers, _PAPER)
    yield from _many("claims", "claims", technique.claims, _CLAIM)


def _needs(entity: Stage | Application) -> Iterator[Edge]:
    kinds = frozenset({"method", "technique", "metric", "library"})
    for index, need in enumerate(entity.needs):
        yield Edge("needs", need.id, kinds, ("needs", index, "id"))
        if need.claim:
            yield Edge("borne_out_by", need.claim, _CLAIM, ("needs", index, "claim"))
    yield from _many("claims", "claims", entity.claims, _CLAIM)


def _stage(stage: Stage) -> Iterator[Edge]:
    yield from _many("feeds", "feeds", stage.feeds, frozenset({"stage", "application"}))


def _misconception(misconception: Misconception) -> Iterator[Edge]:
    yield Edge("states", misconception.claim, _CLAIM, ("claim",))
    yield from _many("corrected_by", "corrected_by", misconception.corrected_by, _CLAIM)
    if misconception.witness:
        yield Edge("refuted_by", misconception.witness, _CLAIM, ("witness",))


def _lesson(lesson: Lesson) -> Iterator[Edge]:
    yield from _many("claims", "claims", lesson.claims, _CLAIM)
    yield from _many("practises", "methods", lesson.methods, _METHOD)
    yield from _many("reads", "papers", lesson.papers, _PAPER)


def _case(case: Case) -> Iterator[Edge]:
    for index, preference in enumerate(case.preferences):
        yield Edge("claims", preference.claim, _CLAIM, ("preferences", index, "claim"))
        for place, method in enumerate(preference.methods):
            yield Edge("chooses", method, _METHOD, ("preferences", index, "methods", place))


def _thesis(thesis: Thesis) -> Iterator[Edge]:
    for field in ("claims", "evidence_for", "evidence_against"):
        yield from _many(field, field, getattr(thesis, field), _CLAIM)


def _library(library: Library) -> Iterator[Edge]:
    if library.organisation:
        yield Edge("made_by", library.organisation, frozenset({"organisation"}), ("organisation",))
    yield from _many("implements", "methods", library.methods, _METHOD)


def _redirect(redirect: Redirect) -> Iterator[Edge]:
    yield from _many("moved_to", "to", redirect.to, _ABOUT | _CLAIM)


_EDGES: tuple[tuple[Any, Any], ...] = (
    (Claim, _claim),
    (Method, _method),
    (Paper, _paper),
    (TrainedModel, _model),
    (Organisation, _organisation),
    (Event, _event),
    (Comparison, _comparison),
    ((Metric, Term), _claims_only),
    (Technique, _technique),
    ((Stage, Application), _needs),
    (Stage, _stage),
    (Misconception, _misconception),
    (Lesson, _lesson),
    (Case, _case),
    (Thesis, _thesis),
    (Library, _library),
    (Redirect, _redirect),
)

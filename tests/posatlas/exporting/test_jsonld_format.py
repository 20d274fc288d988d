"""JSON-LD: rdflib reads it without a network; its triples give back every entity, edge and record."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rdflib
from rdflib.collection import Collection
from rdflib.namespace import RDF, RDFS, XSD

import posatlas
from posatlas.exporting import export
from posatlas.schema import KINDS, Entity, Item, Part, Text

BASE = "https://posatlas.example/"
POSATLAS = rdflib.Namespace(f"{BASE}vocabulary/")
FIELD = rdflib.Namespace(f"{BASE}vocabulary/field/")
RELATION = rdflib.Namespace(f"{BASE}vocabulary/relation/")
SCHEMA = rdflib.Namespace("https://schema.org/")
Graph = rdflib.Graph


@pytest.fixture(scope="session")
def read(made: Callable[..., Path]) -> Callable[[posatlas.Atlas], Graph]:
    """`read(atlas)`: the triples of its export."""
    known: dict[Path, Graph] = {}

    def graph(atlas: posatlas.Atlas) -> Graph:
        file = made(atlas, "jsonld")
        if file not in known:
            known[file] = Graph().parse(file, format="json-ld")
        return known[file]

    return graph


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a network is asked")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)


def _node(atlas: posatlas.Atlas, identifier: str) -> rdflib.URIRef:
    return rdflib.URIRef(f"{BASE}api/{atlas.kind_of[identifier]}/{identifier}.json#/entity")


def _id(value: Any) -> Any:
    """The id of an entity that a name stands for, and the value of a literal, exactly."""
    if isinstance(value, rdflib.URIRef):
        return str(value).rpartition("/api/")[2].partition(".json#")[0].partition("/")[2]
    assert isinstance(value, rdflib.Literal)
    if value.datatype == RDF.JSON:
        return json.loads(str(value))
    kinds = {XSD.integer: int, XSD.double: float, XSD.boolean: lambda word: word == "true", XSD.string: str, None: str}
    return kinds[value.datatype](str(value))


class _Reader:
    def __init__(self, graph: Graph, types: Any) -> None:
        self._graph, self._types = graph, types
        self._written: set[str] = set()

    def entity(self, model: Any, node: rdflib.URIRef) -> Entity:
        self._written = {str(place) for place in self._graph.objects(node, POSATLAS.written_zh_hans)}
        fields = self._fields(model, node, ())
        return model.model_validate(fields | {"id": str(self._graph.value(node, SCHEMA.identifier))})

    def beside(self, model: Any, node: rdflib.URIRef, name: str) -> tuple[Any, ...]:
        self._written = {str(place) for place in self._graph.objects(node, POSATLAS.written_zh_hans)}
        return tuple(map(model.model_validate, self._list(model, node, FIELD[name], (name,))))

    def _fields(self, model: Any, node: Any, where: tuple[Any, ...]) -> dict[str, Any]:
        found = {}
        for name, info in model.model_fields.items():
            if issubclass(model, Entity) and name == "id":
                continue
            word, held = info.alias or name, self._types.bare(info.annotation)
            key, here = FIELD[word], (*where, word)
            if typing.get_origin(held) is list:
                value: Any = self._list(self._types.bare(typing.get_args(held)[0]), node, key, here)
            elif held is Text:
                value = self._text(node, key, here)
            else:
                objects = list(self._graph.objects(node, key))
                assert len(objects) <= 1
                value = objects[0] if objects else None
                if value is not None:
                    value = self._fields(held, value, here) if self._types.is_model(held) else _id(value)
            if value is not None:
                found[word] = value
        return found

    def _list(self, element: Any, node: Any, key: Any, where: tuple[Any, ...]) -> list[Any]:
        objects = list(self._graph.objects(node, key))
        if element is not Text and not self._types.is_model(element):
            assert len(objects) <= 1
            return [_id(value) for value in Collection(self._graph, objects[0])] if objects else []
        placed = sorted((int(str(self._graph.value(o, POSATLAS.place))), o) for o in objects)
        assert [place for place, _ in placed] == list(range(len(objects)))
        if element is Text:
            return [self._text(value, POSATLAS.text, (*where, place)) for place, value in placed]
        return [self._fields(element, value, (*where, place)) for place, value in placed]

    def _text(self, node: Any, key: Any, where: tuple[Any, ...]) -> dict[str, str] | None:
        said = {str(value.language).lower(): str(value) for value in self._graph.objects(node, key)}
        if not said:
            return None
        assert said.keys() == {"zh-hant", "en", "zh-hans"}
        text = {"zh-Hant": said["zh-hant"], "en": said["en"]}
        if ".".join(map(str, where)) in self._written:
            text["zh-Hans"] = said["zh-hans"]
        return text


def test_everything_comes_back(
    atlas: posatlas.Atlas, read: Callable[..., Graph], holds_everything: Callable[..., None], types: Any
) -> None:
    graph = read(atlas)
    reader, entities = _Reader(graph, types), {}
    for kind in KINDS.values():
        for node in graph.subjects(RDF.type, rdflib.URIRef(f"{BASE}vocabulary/kind/{kind.name}")):
            entity = reader.entity(kind.model, node)
            assert node == _node(atlas, entity.id)
            assert str(graph.value(node, POSATLAS.path)) == atlas.path_of[entity.id]
            entities[entity.id] = entity
    documents = [document.id for document in atlas.of("document")]
    items, parts = (
        {document: reader.beside(model, _node(atlas, document), name) for document in documents}
        for name, model in (("items", Item), ("parts", Part))
    )
    holds_everything(atlas, entities, items, parts)


def test_edges_come_back(atlas: posatlas.Atlas, read: Callable[..., Graph]) -> None:
    found = {
        (_id(s), _id(o), str(p).removeprefix(RELATION)) for s, p, o in read(atlas) if str(p).startswith(RELATION)
    }
    assert found == set(atlas.graph.edges(keys=True))


def test_what_is_known_of_edges_comes_back(atlas: posatlas.Atlas, read: Callable[..., Graph]) -> None:
    graph = read(atlas)
    found = {}
    for node in graph.subjects(RDF.type, RDF.Statement):
        source, target, relation = (graph.value(node, key) for key in (RDF.subject, RDF.object, RDF.predicate))
        claims = Collection(graph, graph.value(node, POSATLAS.borne_out_by))
        found[_id(source), _id(target), str(relation).removeprefix(RELATION)] = {
            "relation": str(relation).removeprefix(RELATION),
            "file": str(graph.value(node, POSATLAS.path)),
            "field": str(graph.value(node, POSATLAS.place)),
            "claims": tuple(map(_id, claims)),
        }
    assert found == {edge[:3]: edge[3] for edge in atlas.graph.edges(keys=True, data=True)}


def test_records_come_back(
    atlas: posatlas.Atlas, read: Callable[..., Graph], rows_of_evidence: Callable[..., Any]
) -> None:
    graph = read(atlas)
    nodes = graph.subjects(RDF.type, POSATLAS.Record)
    placed = sorted((int(str(graph.value(node, POSATLAS.place))), node) for node in nodes)
    names = ("method claim says property build given measured tolerance holds device dtype versions date key").split()
    rows = []
    for _, node in placed:
        values = (graph.value(node, FIELD[name]) for name in names)
        rows.append(repr(tuple(None if value is None else _id(value) for value in values)))
    assert rows == list(map(repr, rows_of_evidence(atlas)))


def test_a_query_answers_as_the_atlas(whole: posatlas.Atlas, read: Callable[..., Graph]) -> None:
    query = f"""
        PREFIX field: <{FIELD}> PREFIX relation: <{RELATION}> PREFIX schema: <{SCHEMA}>
        SELECT ?id ?title WHERE {{
          ?claim a schema:ClaimReview ; schema:identifier ?id ; field:verdict "contradicted" ;
                 relation:about ?method ; relation:according_to ?paper .
          ?method schema:identifier "rope" .
          ?paper a schema:ScholarlyArticle ; schema:headline ?title .
        }}"""
    found = {(str(row.id), str(row.title)) for row in read(whole).query(query)}
    assert found == {
        (claim.id, whole[source.paper].title)
        for claim in whole.claims(about="rope", verdict="contradicted")
        for source in claim.according_to
        if source.paper and whole[source.paper].type not in ("report", "post", "thesis")
    }
    assert found


def test_every_property_and_class_is_described(whole: posatlas.Atlas, read: Callable[..., Graph]) -> None:
    graph = read(whole)
    known = {node for kind in (RDF.Property, RDFS.Class) for node in graph.subjects(RDF.type, kind)}
    used = {p for p in graph.predicates() if p.startswith(BASE)}
    used |= {kind for kind in graph.objects(None, RDF.type) if str(kind).startswith(BASE)}
    assert len(used) > 100
    assert used <= known
    for node in known:
        assert graph.value(node, RDFS.comment) or graph.value(node, RDFS.label), node


def test_another_base(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    file = export(awkward, "jsonld", tmp_path / "a", base="http://example.org/atlas")
    graph = Graph().parse(file, format="json-ld")
    node = rdflib.URIRef("http://example.org/atlas/api/method/turning.json#/entity")
    assert graph.value(node, SCHEMA.identifier) == rdflib.Literal("turning")
    assert "posatlas.example" not in file.read_text(encoding="utf-8")
    for wrong in ("here", "https://", "https://a b/", "ftp://example.org/", 'https://a/"', "https://a/#x"):
        with pytest.raises(ValueError, match="web address"):
            export(awkward, "jsonld", tmp_path / "b", base=wrong)
    assert not (tmp_path / "b").exists()

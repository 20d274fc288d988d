"""JSON-LD: everything as linked data, in the words of schema.org where it has them and in a vocabulary of our own.

Every entity, and every model inside one, is a node; its name is the address of its place in the JSON that a site
publishes, such as <base>api/method/rope.json#/entity/parents/0. A field is a property `field:`, an edge of the graph
a property `relation:`, a kind a class `kind:`; all are described in the file itself, which needs nothing from a
network. What the graph knows of an edge, its file, field and claims, stands on an rdf:Statement about it. A list of
words or ids is an RDF list, in order; a list of models is one property an element, and each element has its
`posatlas:place`. Numbers with a fraction are xsd:double, arguments of a check are rdf:JSON.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from posatlas.describing import in_language
from posatlas.exporting.dataset import LICENCE, Dataset, Link, json_number, place, written_in_simplified
from posatlas.exporting.jsonld_vocabulary import PREFIXES, described_in_schema_org, vocabulary
from posatlas.plain_values import names
from posatlas.references import edges
from posatlas.schema import Claim, Document, Entity, Text
from posatlas.writing import replacement

__all__ = ["BASE", "LinkedAtlas", "write"]

BASE: Final = "https://posatlas.example/"
"""Names that lead nowhere, for an export whose site is not known: .example is kept free for that."""

_BASE: Final = re.compile(r"https?://[^\s<>\"{}|\\^`?#]+")
_Node = dict[str, Any]


def write(dataset: Dataset, target: Path, base: str = BASE) -> None:
    """Write the graph to a file, a node a line. Raises ValueError for a base that is no web address."""
    if not _BASE.fullmatch(base):
        raise ValueError(f'The base "{base}" is no web address; give one such as https://example.org/atlas/')
    linked = LinkedAtlas(dataset, base.rstrip("/") + "/")
    with replacement(target) as new, new.open("w", encoding="utf-8", newline="\n") as out:
        out.write(f'{{"@context":{_text(linked.context())},\n"@graph":[')
        out.writelines(f"{',' if number else ''}\n{_text(node)}" for number, node in enumerate(linked.nodes()))
        out.write("\n]}\n")


class LinkedAtlas:
    """The nodes of an atlas, named below a base address."""

    def __init__(self, dataset: Dataset, base: str) -> None:
        self._dataset, self._base = dataset, base

    def context(self) -> dict[str, str]:
        """Prefixes; no other document is needed to read the file."""
        own = {name: f"{self._base}vocabulary/{name}/" for name in ("kind", "field", "relation")}
        return PREFIXES | {"posatlas": f"{self._base}vocabulary/"} | own

    def nodes(self) -> Iterator[_Node]:
        """The data set, the vocabulary, entities with what lies in them, what is known of edges, and records."""
        links = self._dataset.links()
        yield self._about()
        yield from vocabulary({link.relation for link in links})
        relations: dict[str, dict[str, list[_Node]]] = {}
        for link in links:
            of_source = relations.setdefault(link.source, {})
            of_source.setdefault(f"relation:{link.relation}", []).append(self.reference(link.target))
        for entity in self._dataset.entities():
            yield self._entity(entity) | relations.get(entity.id, {})
        for number, link in enumerate(links):
            yield self._edge(number, link)
        for number, row in enumerate(self._dataset.rows()):
            yield self._record(number, row)

    def reference(self, identifier: str) -> _Node:
        """The name of an entity."""
        return {"@id": f"{self._base}api/{self._dataset.atlas.kind_of[identifier]}/{identifier}.json#/entity"}

    def _about(self) -> _Node:
        found = {"@id": f"{self._base}api/index.json", "@type": "schema:Dataset", "schema:name": "PosAtlas"}
        languages = list(self._dataset.languages)
        return found | {
            "schema:version": self._dataset.version,
            "schema:license": {"@id": LICENCE},
            "schema:inLanguage": languages,
        }

    def _entity(self, entity: Entity) -> _Node:
        atlas, languages = self._dataset.atlas, self._dataset.languages
        kind, name = atlas.kind_of[entity.id], self.reference(entity.id)
        targets = {edge.location: edge.target for edge in edges(entity) if edge.target in atlas}
        node: _Node = name | described_in_schema_org(kind, entity)
        node |= {
            "schema:identifier": entity.id,
            "schema:name": [{"@language": lang, "@value": word} for lang, word in names(entity, languages).items()],
            "posatlas:path": atlas.path_of[entity.id],
        }
        if isinstance(entity, Claim):
            node["posatlas:status"] = self._dataset.statuses[entity.id]
        node |= self._fields(entity, name["@id"], (), targets)
        written = written_in_simplified(entity)
        if isinstance(entity, Document):
            outside = name["@id"].removesuffix("entity")
            for beside, held in (("items", list(atlas.items(entity.id))), ("parts", list(atlas.parts(entity.id)))):
                node |= self._value(f"field:{beside}", held, f"{outside}{beside}", (), {})
                written += [place((beside, where)) for where in written_in_simplified(held)]
        if written:
            node["posatlas:written_zh_hans"] = written
        return node

    def _fields(self, model: BaseModel, name: str, location: tuple[Any, ...], targets: Any) -> _Node:
        """Properties of the fields of a model whose node has a name."""
        found: _Node = {}
        for field, info in type(model).model_fields.items():
            held, key = getattr(model, field), info.alias or field
            if held is not None and not (isinstance(model, Entity) and field == "id"):
                found |= self._value(f"field:{key}", held, f"{name}/{key}", (*location, key), targets)
        return found

    def _value(self, key: str, value: Any, name: str, location: tuple[Any, ...], targets: Any) -> _Node:
        """A property with its value, none for an empty list; `name` is that of the node that the value would be."""
        if isinstance(value, BaseModel) and not isinstance(value, Text):
            return {key: {"@id": name} | self._fields(value, name, location, targets)}
        if not isinstance(value, list):
            return {key: self._scalar(value, location, targets)}
        if not value:
            return {}
        if not isinstance(value[0], BaseModel):
            scalars = [self._scalar(held, (*location, n), targets) for n, held in enumerate(value)]
            return {key: {"@list": scalars}}
        nodes = []
        for number, held in enumerate(value):
            node: _Node = {"@id": f"{name}/{number}", "posatlas:place": number}
            if isinstance(held, Text):
                node |= {"posatlas:text": self._scalar(held, (), {})}
            else:
                node |= self._fields(held, f"{name}/{number}", (*location, number), targets)
            nodes.append(node)
        return {key: nodes}

    def _scalar(self, value: Any, location: tuple[Any, ...], targets: Any) -> Any:
        if isinstance(value, Text):
            languages = self._dataset.languages
            return [{"@language": language, "@value": in_language(value, language)} for language in languages]
        if location in targets:
            return self.reference(targets[location])
        return _literal(value)

    def _edge(self, number: int, link: Link) -> _Node:
        return {
            "@id": f"{self._base}edges/{number}",
            "@type": "rdf:Statement",
            "rdf:subject": self.reference(link.source),
            "rdf:predicate": {"@id": f"relation:{link.relation}"},
            "rdf:object": self.reference(link.target),
            "posatlas:path": link.more["file"],
            "posatlas:place": link.field,
            "posatlas:borne_out_by": {"@list": [self.reference(claim) for claim in link.more["claims"]]},
        }

    def _record(self, number: int, row: dict[str, Any]) -> _Node:
        """A record; the claim and method are names where they are entities."""
        node: _Node = {"@id": f"{self._base}records/{number}", "@type": "posatlas:Record", "posatlas:place": number}
        for key, value in row.items():
            if value is None:
                continue
            known = key in ("claim", "method") and value in self._dataset.atlas
            node[f"field:{key}"] = self.reference(value) if known else _literal(value)
        return node


def _literal(value: Any) -> Any:
    """A value as JSON-LD keeps it exactly: 10000.0 would become a whole number there."""
    if isinstance(value, float):
        infinite = {math.inf: "INF", -math.inf: "-INF"}.get(value, "NaN" if math.isnan(value) else repr(value))
        return {"@type": "xsd:double", "@value": infinite}
    if isinstance(value, dict):
        return {"@type": "rdf:JSON", "@value": _text(json_number(value))}
    return value


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

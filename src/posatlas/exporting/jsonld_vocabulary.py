"""The vocabulary of linked data: what our classes and properties mean, and entities in the words of schema.org."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any, Final

from pydantic import BaseModel

from posatlas.exporting.dataset import LICENCE
from posatlas.schema import KINDS, Claim, Entity, Item, Method, Paper, Part, TrainedModel
from posatlas.schema_org import VOCABULARY, type_of

__all__ = ["PREFIXES", "described_in_schema_org", "vocabulary"]

PREFIXES: Final = {
    "schema": f"{VOCABULARY}/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
_OWN: Final = {
    "posatlas:path": "File of an entity, or of the entity that an edge leaves, below the root of the repository.",
    "posatlas:status": "Status of a claim, from its verdict, checks and sources.",
    "posatlas:place": "Place in a list, from 0; of an edge the field that makes it, such as parents.0.id.",
    "posatlas:borne_out_by": "Claims that bear an edge out.",
    "posatlas:text": "A text in a list of texts.",
    "posatlas:written_zh_hans": "Field whose Simplified Chinese was written; elsewhere it is derived from zh-Hant.",
}
_OF_RECORDS: Final = {
    "measured": "What came out.",
    "tolerance": "Largest difference that still counts as equal.",
    "holds": "Whether the property held.",
    "device": "Device that measured.",
    "dtype": "Type of the numbers.",
    "versions": "Versions of the software that measured.",
    "key": "Digest of what decides the measurement.",
    "claim": "Claim whose check it is.",
    "method": "Method that was built.",
}


def vocabulary(relations: set[str]) -> Iterator[dict[str, Any]]:
    """A node for each class and property, with what it means; of relations those that are used."""
    for kind, (_, _, model) in KINDS.items():
        yield {"@id": f"kind:{kind}", "@type": "rdfs:Class", "rdfs:comment": _comment(model)}
    yield {"@id": "posatlas:Record", "@type": "rdfs:Class", "rdfs:comment": "What a machine measured."}
    for name, about in _OWN.items():
        yield {"@id": name, "@type": "rdf:Property", "rdfs:comment": about}
    for name, meanings in sorted(_meanings().items()):
        yield {"@id": f"field:{name}", "@type": "rdf:Property", "rdfs:comment": sorted(meanings)}
    for relation in sorted(relations):
        yield {"@id": f"relation:{relation}", "@type": "rdf:Property", "rdfs:label": relation.replace("_", " ")}


def described_in_schema_org(kind: str, entity: Entity) -> dict[str, Any]:
    """Types of an entity, and those of its fields for which schema.org has a word beside its name."""
    known = type_of(kind, entity)
    found: dict[str, Any] = {"@type": [f"kind:{kind}", *([f"schema:{known}"] if known else [])]}
    if aliases := getattr(entity, "aliases", None):
        found["schema:alternateName"] = list(aliases)
    if isinstance(entity, Method):
        found["schema:termCode"] = entity.id
    if isinstance(entity, Paper):
        found["schema:headline"] = entity.title
        found["schema:creditText"] = ", ".join(entity.authors)
        found["schema:datePublished"] = entity.first_published
        found["schema:url"] = {"@id": entity.url}
    if isinstance(entity, TrainedModel):
        found["schema:datePublished"] = entity.released
    if isinstance(entity, Claim):
        rating = {"@type": "schema:Rating", "schema:alternateName": entity.verdict}
        found |= {"schema:reviewRating": rating, "schema:license": {"@id": LICENCE}}
    return found


def _meanings() -> dict[str, set[str]]:
    found = {name: {about} for name, about in _OF_RECORDS.items()}
    seen: set[type[BaseModel]] = set()
    models: tuple[type[BaseModel], ...] = (*(kind.model for kind in KINDS.values()), Item, Part)
    for model in models:
        _read(model, found, seen)
    return found


def _read(model: type[BaseModel], found: dict[str, set[str]], seen: set[type[BaseModel]]) -> None:
    if model in seen:
        return
    seen.add(model)
    for name, info in model.model_fields.items():
        found.setdefault(info.alias or name, set()).add(info.description or "")  # every field has one
        for inner in _models(info.annotation):
            _read(inner, found, seen)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias):
        if issubclass(annotation, BaseModel):
            yield annotation
        return
    for argument in typing.get_args(annotation):
        yield from _models(argument)


def _comment(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").strip()

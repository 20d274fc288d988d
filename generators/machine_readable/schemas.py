"""JSON Schemas (draft 2020-12) of the documents, from the models of the entities and from what surrounds them."""

from __future__ import annotations

from typing import Any, get_args

from posatlas.evidence import State
from posatlas.generators.machine_readable.locations import LICENCE, Locations
from posatlas.json_schemas import DIALECT, VERSION, by_language, closed_object, definitions
from posatlas.schema import KINDS, VERDICTS, Item, Part
from posatlas.schema.base import DATE_PATTERN, IDENTIFIER_PATTERN
from posatlas.schema.verdicts import Status

__all__ = ["schemas"]

_ADDRESS = {"type": "string", "pattern": "^https?://"}
_WORD = {"type": "string", "minLength": 1}
_IDENTIFIER = {"type": "string", "pattern": IDENTIFIER_PATTERN}


def schemas(locations: Locations) -> dict[str, dict[str, Any]]:
    """The schemas by name: one for each kind, `index` and `catalogue`."""
    found = {kind: _of_kind(kind, locations) for kind in KINDS}
    found["index"] = _index(locations)
    found["catalogue"] = _catalogue(locations)
    return found


def _top(name: str, title: str, locations: Locations) -> dict[str, Any]:
    return {"$schema": DIALECT, "$id": locations.schema(name), "title": title}


def _shared(name: str, locations: Locations, kind: dict[str, Any] | None) -> dict[str, Any]:
    held: dict[str, Any] = {"$schema": {"const": locations.schema(name)}}
    if kind is not None:
        held["kind"] = kind
    if kind is not None and name != "index":
        held["id"] = _IDENTIFIER
    return held | {"url": _ADDRESS, "version": VERSION, "licence": {"const": LICENCE}}


def _of_kind(kind: str, locations: Locations) -> dict[str, Any]:
    model = KINDS[kind].model
    defined = definitions(model, *((Item, Part) if kind == "document" else ()))
    properties = _shared(kind, locations, {"const": kind})
    source = closed_object({"path": {"type": "string", "pattern": "^kb/.*\\.yml$"}, "page": _ADDRESS})
    entity = {"$ref": f"#/$defs/{model.__name__}"}
    if kind == "redirect":
        moved = {"description": "Documents that took its place.", "type": "array", "items": _ADDRESS}
        properties |= {"moved_to": moved, "source": source, "entity": entity}
        return _top(kind, "An id that moved", locations) | closed_object(properties) | {"$defs": defined}
    properties |= {
        "names": by_language(_WORD),
        "pages": by_language(_ADDRESS, whole=False) | {"description": "Where readers see it, by language."},
        "source": source,
        "entity": entity,
    }
    if kind == "claim":
        properties |= {"status": {"enum": list(get_args(Status))}, "checks": {"type": "array", "items": _checked()}}
    if kind == "document":
        for name, part in (("items", Item), ("parts", Part)):
            properties[name] = {"type": "array", "items": {"$ref": f"#/$defs/{part.__name__}"}}
    edge = closed_object({"relation": _WORD, "id": _IDENTIFIER, "kind": {"enum": list(KINDS)}, "field": _WORD})
    edges = {"type": "array", "items": edge}
    properties["edges"] = closed_object({"out": edges, "in": edges})
    return _top(kind, f"A {kind} of PosAtlas", locations) | closed_object(properties, "pages") | {"$defs": defined}


def _checked() -> dict[str, Any]:
    """State and newest record of a check, in the order of the claim's `checks`."""
    record = {
        "measured": {"type": ["number", "string", "boolean"]},
        "tolerance": {"type": ["number", "null"]},
        "holds": {"type": "boolean"},
        "device": _WORD,
        "dtype": _WORD,
        "versions": {"type": "object", "additionalProperties": {"type": "string"}},
        "date": {"type": "string", "pattern": DATE_PATTERN},
        "key": {"type": "string", "pattern": "^[0-9a-f]{24}$"},
    }
    return closed_object({"state": {"enum": list(get_args(State))}, "record": closed_object(record)}, "record")


def _index(locations: Locations) -> dict[str, Any]:
    entry = {
        "id": _IDENTIFIER,
        "url": _ADDRESS,
        "names": by_language(_WORD),
        "pages": by_language(_ADDRESS, whole=False),
        "verdict": {"enum": list(VERDICTS)},
        "status": {"enum": list(get_args(Status))},
    }
    entries = {"type": "array", "items": closed_object(entry, "names", "pages", "verdict", "status")}
    properties = _shared("index", locations, {"enum": list(KINDS)}) | {"entities": entries}
    return _top("index", "The entities of a kind", locations) | closed_object(properties)


def _catalogue(locations: Locations) -> dict[str, Any]:
    entry = {"kind": {"enum": list(KINDS)}, "count": {"type": "integer", "minimum": 0}}
    entries = {"type": "array", "items": closed_object(entry | {"index": _ADDRESS, "schema": _ADDRESS})}
    properties = _shared("catalogue", locations, None) | {"site": _ADDRESS, "kinds": entries}
    return _top("catalogue", "The kinds of entities", locations) | closed_object(properties)

"""JSON Schemas (draft 2020-12) of the documents, from the models of the entities and from what surrounds them."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import BaseModel

from posatlas.evidence import State
from posatlas.generators.machine_readable.locations import LICENCE, Locations
from posatlas.schema import KINDS, LANGUAGES, VERDICTS, Item, Part
from posatlas.schema.base import DATE_PATTERN, IDENTIFIER_PATTERN
from posatlas.schema.verdicts import Status

__all__ = ["schemas"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ADDRESS = {"type": "string", "pattern": "^https?://"}
_WORD = {"type": "string", "minLength": 1}
_IDENTIFIER = {"type": "string", "pattern": IDENTIFIER_PATTERN}
_VERSION = {
    "type": "string",
    "description": "Version of the package, then a digest of the files of the knowledge base.",
    "pattern": r"^[0-9][0-9A-Za-z.]*\+[0-9a-f]{16}$",
}


def schemas(locations: Locations) -> dict[str, dict[str, Any]]:
    """The schemas by name: one for each kind, `index` and `catalogue`."""
    found = {kind: _of_kind(kind, locations) for kind in KINDS}
    found["index"] = _index(locations)
    found["catalogue"] = _catalogue(locations)
    return found


def _object(properties: dict[str, Any], *optional: str, **more: Any) -> dict[str, Any]:
    """A closed object, all of whose properties are required but those named."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False} | more


def _by_language(held: dict[str, Any], whole: bool = True) -> dict[str, Any]:
    properties: dict[str, Any] = {language: held for language in LANGUAGES}
    return _object(properties) if whole else _object(properties, *LANGUAGES, minProperties=1)


def _top(name: str, title: str, locations: Locations) -> dict[str, Any]:
    return {"$schema": _DIALECT, "$id": locations.schema(name), "title": title}


def _shared(name: str, locations: Locations, kind: dict[str, Any] | None) -> dict[str, Any]:
    held: dict[str, Any] = {"$schema": {"const": locations.schema(name)}}
    if kind is not None:
        held["kind"] = kind
    if kind is not None and name != "index":
        held["id"] = _IDENTIFIER
    return held | {"url": _ADDRESS, "version": _VERSION, "licence": {"const": LICENCE}}


def _of_kind(kind: str, locations: Locations) -> dict[str, Any]:
    model = KINDS[kind].model
    definitions = _definitions(model, *((Item, Part) if kind == "document" else ()))
    properties = _shared(kind, locations, {"const": kind})
    source = _object({"path": {"type": "string", "pattern": "^kb/.*\\.yml$"}, "page": _ADDRESS})
    entity = {"$ref": f"#/$defs/{model.__name__}"}
    if kind == "redirect":
        moved = {"description": "Documents that took its place.", "type": "array", "items": _ADDRESS}
        properties |= {"moved_to": moved, "source": source, "entity": entity}
        return _top(kind, "An id that moved", locations) | _object(properties) | {"$defs": definitions}
    properties |= {
        "names": _by_language(_WORD),
        "pages": _by_language(_ADDRESS, whole=False) | {"description": "Where readers see it, by language."},
        "source": source,
        "entity": entity,
    }
    if kind == "claim":
        properties |= {"status": {"enum": list(get_args(Status))}, "checks": {"type": "array", "items": _checked()}}
    if kind == "document":
        for name, part in (("items", Item), ("parts", Part)):
            properties[name] = {"type": "array", "items": {"$ref": f"#/$defs/{part.__name__}"}}
    edge = _object({"relation": _WORD, "id": _IDENTIFIER, "kind": {"enum": list(KINDS)}, "field": _WORD})
    edges = {"type": "array", "items": edge}
    properties["edges"] = _object({"out": edges, "in": edges})
    return _top(kind, f"A {kind} of PosAtlas", locations) | _object(properties, "pages") | {"$defs": definitions}


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
    return _object({"state": {"enum": list(get_args(State))}, "record": _object(record)}, "record")


def _definitions(*models: type[BaseModel]) -> dict[str, Any]:
    """Definitions of models and of all that stands in them; texts have all languages."""
    found: dict[str, Any] = {}
    for model in models:
        schema = model.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
        found |= schema.pop("$defs", {})
        if "$ref" not in schema:
            found[model.__name__] = schema
    if "Text" in found:
        words = {name: found["Text"]["properties"][name] for name in ("zh-Hant", "en")}
        derived = {"type": "string", "minLength": 1, "description": "Simplified Chinese, derived or written."}
        found["Text"] = _object(words | {"zh-Hans": derived})
    return dict(sorted(found.items()))


def _index(locations: Locations) -> dict[str, Any]:
    entry = {
        "id": _IDENTIFIER,
        "url": _ADDRESS,
        "names": _by_language(_WORD),
        "pages": _by_language(_ADDRESS, whole=False),
        "verdict": {"enum": list(VERDICTS)},
        "status": {"enum": list(get_args(Status))},
    }
    entries = {"type": "array", "items": _object(entry, "names", "pages", "verdict", "status")}
    properties = _shared("index", locations, {"enum": list(KINDS)}) | {"entities": entries}
    return _top("index", "The entities of a kind", locations) | _object(properties)


def _catalogue(locations: Locations) -> dict[str, Any]:
    entry = {"kind": {"enum": list(KINDS)}, "count": {"type": "integer", "minimum": 0}}
    entries = {"type": "array", "items": _object(entry | {"index": _ADDRESS, "schema": _ADDRESS})}
    properties = _shared("catalogue", locations, None) | {"site": _ADDRESS, "kinds": entries}
    return _top("catalogue", "The kinds of entities", locations) | _object(properties)

"""JSON Schemas (draft 2020-12) made from the models: of the YAML file of each kind, and of the JSON export.

A schema knows fields, types and allowed values. What needs two fields or two files to see, such as a verdict that
its checks do not imply, is found by `posatlas validate` alone.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from pydantic import BaseModel

from posatlas.schema import KINDS, LANGUAGES, Item, Part
from posatlas.schema.base import DATE_PATTERN, IDENTIFIER_PATTERN
from posatlas.schema.document import Items, Parts
from posatlas.schema.laws import LAWS
from posatlas.schema.properties import PROPERTIES
from posatlas.schema.verdicts import Status

__all__ = ["DIALECT", "NAMES", "VERSION", "by_language", "closed_object", "definitions", "schema_of"]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
VERSION: Final[dict[str, Any]] = {
    "type": "string",
    "description": "Version of the data, then a digest of the files of the knowledge base.",
    "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+\+[0-9a-f]{16}$",
}
_BESIDE: Final[dict[str, type[BaseModel]]] = {"items": Items, "parts": Parts}
_EXPORT: Final = "export"
NAMES: Final = (*KINDS, *_BESIDE, _EXPORT)
"""What has a schema: the YAML file of each kind, the two files beside a document, and the JSON export."""

_WORD: Final = {"type": "string", "minLength": 1}
_IDENTIFIER: Final = {"type": "string", "pattern": IDENTIFIER_PATTERN}


def schema_of(name: str) -> dict[str, Any]:
    """The schema of one of `NAMES`. Raises ValueError for another name."""
    if name == _EXPORT:
        return _export()
    if name not in NAMES:
        raise ValueError(f'There is no schema of "{name}"; there are {", ".join(NAMES)}.')
    model = _BESIDE[name] if name in _BESIDE else KINDS[name].model
    schema = model.model_json_schema(by_alias=True)
    if name in KINDS:  # the file's name is the id
        del schema["properties"]["id"]
        schema["required"].remove("id")
    _with_vocabularies(schema.get("$defs", {}))
    place = f"kb/documents/<id>/{name}.yml" if name in _BESIDE else f"kb/{KINDS[name].folder}/"
    if name == "claim":
        place += "<subject>/"
    title = {"title": f"The file of a {name} of PosAtlas" if name in KINDS else f"The {name} of a document of PosAtlas"}
    about = {"description": f"{schema.get('description', '')} Place: {place}{'<id>.yml' if name in KINDS else ''}"}
    return {"$schema": DIALECT} | title | about | {k: v for k, v in schema.items() if k not in ("title", "description")}


def _with_vocabularies(definitions: dict[str, Any]) -> None:
    """Name the allowed words where the model has text and a table elsewhere decides."""
    for model, field, words in (("Check", "property", PROPERTIES), ("LawException", "law", LAWS)):
        if model in definitions:
            definitions[model]["properties"][field]["enum"] = sorted(words)


def closed_object(properties: dict[str, Any], *optional: str, **more: Any) -> dict[str, Any]:
    """A closed object, all of whose properties are required but those named."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False} | more


def by_language(held: dict[str, Any], whole: bool = True) -> dict[str, Any]:
    """An object with a value for each language, or unless `whole` for at least one."""
    properties: dict[str, Any] = {language: held for language in LANGUAGES}
    return closed_object(properties) if whole else closed_object(properties, *LANGUAGES, minProperties=1)


def definitions(*models: type[BaseModel], whole: bool = True) -> dict[str, Any]:
    """Definitions of models and of all that stands in them; texts have all languages, or unless `whole` some."""
    found: dict[str, Any] = {}
    for model in models:
        schema = model.model_json_schema(by_alias=True, ref_template="#/$defs/{model}")
        found |= schema.pop("$defs", {}) | {model.__name__: schema}
    if "Text" in found:
        words = {name: found["Text"]["properties"][name] for name in ("zh-Hant", "en")}
        derived = {"type": "string", "minLength": 1, "description": "Simplified Chinese, derived or written."}
        words["zh-Hans"] = derived
        found["Text"] = closed_object(words) if whole else closed_object(words, *words, minProperties=1)
    return dict(sorted(found.items()))


def _export() -> dict[str, Any]:
    """The schema of the file that `posatlas export json` writes."""
    entries = []
    for kind, (_, _, model) in KINDS.items():
        properties: dict[str, Any] = {
            "kind": {"const": kind},
            "id": _IDENTIFIER,
            "path": {"type": "string", "pattern": r"^kb/.*\.yml$"},
            "names": by_language(_WORD, whole=False),
            "entity": {"$ref": f"#/$defs/{model.__name__}"},
            "written_zh_hans": {
                "type": "array",
                "items": _WORD,
                "minItems": 1,
                "description": "Fields whose Simplified Chinese was written; elsewhere it is derived from zh-Hant.",
            },
        }
        optional = ["written_zh_hans"]
        if kind == "claim":
            properties["status"] = {"enum": list(get_args(Status))}
        if kind == "document":
            for name, part in (("items", Item), ("parts", Part)):
                properties[name] = {"type": "array", "items": {"$ref": f"#/$defs/{part.__name__}"}}
            written = properties["written_zh_hans"] | {"description": "The same for its statements."}
            properties["items_written_zh_hans"] = written
            optional.append("items_written_zh_hans")
        entries.append(closed_object(properties, *optional))
    edge = {"source": _IDENTIFIER, "relation": _WORD, "target": _IDENTIFIER, "field": _WORD}
    top = {
        "format": {"const": "posatlas-export-1"},
        "version": VERSION,
        "licence": {"type": "string", "pattern": "^https://"},
        "languages": {"type": "array", "items": {"enum": list(LANGUAGES)}, "minItems": 1, "uniqueItems": True},
        "entities": {"type": "array", "items": {"oneOf": entries}},
        "edges": {"type": "array", "items": closed_object(edge) | {"additionalProperties": True}},
        "records": {"type": "array", "items": _record()},
    }
    head = {"$schema": DIALECT, "title": "The JSON export of PosAtlas"}
    models: tuple[type[BaseModel], ...] = (*(kind.model for kind in KINDS.values()), Item, Part)
    return head | closed_object(top) | {"$defs": definitions(*models, whole=False)}


def _record() -> dict[str, Any]:
    """A record of what was measured; a number that JSON has no word for stands in an object."""
    without_end = closed_object({"number": {"enum": ["Infinity", "-Infinity", "NaN"]}})
    number = {"anyOf": [{"type": "number"}, without_end]}
    return closed_object(
        {
            "method": _IDENTIFIER,
            "claim": _IDENTIFIER,
            "says": {"type": "string"},
            "property": _WORD,
            "build": {"type": "object"},
            "given": {"type": "object"},
            "measured": {"anyOf": [*number["anyOf"], {"type": ["string", "boolean"]}]},
            "tolerance": {"anyOf": [*number["anyOf"], {"type": "null"}]},
            "holds": {"type": "boolean"},
            "device": _WORD,
            "dtype": _WORD,
            "versions": {"type": "object", "additionalProperties": {"type": "string"}},
            "date": {"type": "string", "pattern": DATE_PATTERN},
            "key": {"type": "string", "pattern": "^[0-9a-f]{24}$"},
        }
    )

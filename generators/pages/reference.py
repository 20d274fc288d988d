"""The reference for contributors: fields of every kind, the vocabulary of properties, the rules."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup, escape
from pydantic import BaseModel

from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.lints import CODES
from posatlas.schema import KINDS, Entity
from posatlas.schema.properties import PROPERTIES


def pages(site: Site) -> Iterator[Page]:
    """The reference page."""
    kinds = [(kind, list(_fields(kind.model))) for kind in KINDS.values()]
    parts = [(part, list(_fields(part))) for part in _parts()]
    codes = {code: _with_marks_as_code(demands) for code, demands in CODES.items()}
    context = {"kinds": kinds, "parts": parts, "properties": PROPERTIES, "codes": codes}
    description = site.word("door-reference")
    yield Page("reference/", "reference.md.j2", site.word("reference"), context, description, wide=True)


def _with_marks_as_code(sentence: str) -> Markup:
    """A sentence as HTML, its samples of markup set as code."""
    return Markup(re.sub(r"\[\[?@?[^\]]*\]\]?", lambda m: f"<code>{m.group()}</code>", str(escape(sentence))))


def _fields(model: type[BaseModel]) -> Iterator[tuple[str, str, bool, str]]:
    """Name, type, required and description of the fields that people write."""
    for name, info in model.model_fields.items():
        if name != "id" or not issubclass(model, Entity):
            yield info.alias or name, _type(info.annotation), info.is_required(), info.description or ""


def _type(annotation: object) -> str:
    """A type as readers of YAML say it."""
    arguments = typing.get_args(annotation)
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type(a) for a in arguments if a is not type(None))
    if origin is typing.Annotated:
        return _type(arguments[0])
    if origin is typing.Literal:
        return ", ".join(str(a) for a in arguments)
    if origin is list:
        return f"list of {_type(arguments[0])}"
    if origin is dict:
        return "mapping"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation.__name__
    names: dict[Any, str] = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    return names.get(annotation, "value")


def _parts() -> list[type[BaseModel]]:
    """Models that stand inside entities, each once, in order of first use."""
    found: dict[type[BaseModel], None] = {}
    waiting: list[object] = [i.annotation for k in KINDS.values() for i in k.model.model_fields.values()]
    while waiting:
        annotation = waiting.pop(0)
        waiting.extend(typing.get_args(annotation))
        if isinstance(annotation, type) and issubclass(annotation, BaseModel) and annotation not in found:
            found[annotation] = None
            waiting.extend(i.annotation for i in annotation.model_fields.values())
    return list(found)

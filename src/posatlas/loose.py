"""A loose reading of a file that the schema refuses, so that its references can be checked in the same run."""

from __future__ import annotations

import types
import typing
from typing import Any

from pydantic import BaseModel


def loosely(model: type[BaseModel], value: dict[str, Any]) -> BaseModel:
    """An instance without validation: fields that are missing or of another form are empty, the others are there."""
    filled = {}
    for name, info in model.model_fields.items():
        given = value.get(info.alias or name)
        fitting = _fitting(info.annotation, given)
        if fitting is None and not info.is_required():
            fitting = info.get_default(call_default_factory=True)
        elif fitting is None and _is_model(info.annotation):
            fitting = loosely(info.annotation, {})  # type: ignore[arg-type]
        filled[name] = fitting
    return model.model_construct(**filled)


def _fitting(annotation: Any, given: Any) -> Any:
    """The value as far as it has the form of the type; otherwise an empty value of that form."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _fitting(arguments[0], given)
    if origin in (typing.Union, types.UnionType):
        return next((v for v in (_fitting(a, given) for a in arguments if a is not type(None)) if v is not None), None)
    if origin is list:
        items = given if isinstance(given, list) else []
        if _is_model(arguments[0]):
            return [loosely(arguments[0], item if isinstance(item, dict) else {}) for item in items]
        return [_fitting(arguments[0], item) for item in items]
    if origin is dict:
        return given if isinstance(given, dict) else {}
    if _is_model(annotation):
        return loosely(annotation, given) if isinstance(given, dict) else None
    if origin is typing.Literal:
        return given if given in arguments else None
    return given if isinstance(annotation, type) and type(given) is annotation else None


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)

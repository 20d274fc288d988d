"""What the fields of an entity take, read off the schema: for skeletons, questions and messages."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import BaseModel

from posatlas.schema import Entity, Text

__all__ = ["Field", "Form", "field_at", "fields_of"]

Form = Literal["text", "word", "choice", "whole number", "number", "truth", "words", "entries", "group", "mapping"]
"""text: a text in both languages; words: a list of words; entries: a list of groups; group: fields of their own."""

_SIMPLE: Final[dict[Any, Form]] = {int: "whole number", float: "number", bool: "truth", dict: "mapping"}


@dataclass(frozen=True)
class Field:
    """One field: its key, what it is, the form of its value, the words that may stand there, and, where it holds
    fields of its own, their model."""

    key: str
    description: str
    required: bool
    form: Form
    choices: tuple[str, ...] = ()
    model: type[BaseModel] | None = None

    def sentence(self) -> str:
        """What to write, for a person."""
        among = f" One of: {', '.join(self.choices)}." if self.choices else ""
        return f"{self.description}{among}"


def fields_of(model: type[BaseModel]) -> Iterator[Field]:
    """The fields that a file may write, in order."""
    for name, info in model.model_fields.items():
        if name == "id" and issubclass(model, Entity):
            continue
        form, choices, inner = _form(info.annotation)
        yield Field(info.alias or name, info.description or "", info.is_required(), form, choices, inner)


def field_at(model: type[BaseModel], location: tuple[Any, ...]) -> Field | None:
    """The innermost field that a place in a file leads to, or none."""
    found: Field | None = None
    current: type[BaseModel] | None = model
    for step in location:
        if isinstance(step, int) or current is None:
            continue
        here = next((field for field in fields_of(current) if field.key == step), None)
        if here is None:
            break
        found, current = here, here.model
        if current is Text:  # what the text says matters more than its language
            break
    return found


def _form(annotation: Any) -> tuple[Form, tuple[str, ...], type[BaseModel] | None]:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _form(arguments[0])
    if origin in (typing.Union, types.UnionType):
        kinds = [argument for argument in arguments if argument is not type(None)]
        return _form(kinds[0])
    if origin is Literal:
        return "choice", tuple(map(str, arguments)), None
    if origin is list:
        _, choices, model = _form(arguments[0])
        return ("words", choices, None) if model is None else ("entries", (), model)
    if origin is dict:
        return "mapping", (), None
    if annotation is Text:
        return "text", (), Text
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "group", (), annotation
    return _SIMPLE.get(annotation, "word"), (), None

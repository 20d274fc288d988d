"""The skeleton of a file: every field in order, explained; required ones blank, the others as comments."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import yaml
from pydantic import BaseModel
from yaml.nodes import MappingNode

from posatlas.blanks import BLANK
from posatlas.fields import Field, fields_of
from posatlas.findings import near
from posatlas.reading import LONGEST_LINE

__all__ = ["Given", "Question", "checked", "questions", "skeleton"]

Given = Mapping[str, str]
"""What is known of the new entity: values by path, such as `source.id` or `checks.property`. A path into a list means
its first entry."""

# Fields that may be left out alone, but of which the group that holds them needs one.
_NEEDED_INSIDE: Final[Mapping[str, frozenset[str]]] = {
    "Reference": frozenset({"paper"}),
    "SourcedMethods": frozenset({"source"}),
    "Cell": frozenset({"text", "claims"}),
    "Check": frozenset({"build", "given"}),
}
_NEEDED: Final[Mapping[str, frozenset[str]]] = {
    "Claim": frozenset({"scope", "according_to", "checks"}),
    "Method": frozenset({"introduced_by"}),
    "Event": frozenset({"paper"}),
}
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9 ._/()-]*(?<! )\Z|[0-9]{4}-[0-9]{2}(-[0-9]{2})?\Z")
_GUESSED: Final = frozenset("y n yes no on off true false null".split())
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?\Z")
_WIDTH: Final = 110


@dataclass(frozen=True)
class Question:
    """One value to ask for: its path, the field, and for a text the language."""

    path: str
    field: Field

    def wrong(self, answer: str) -> str | None:
        """Why an answer cannot stand there, or None; an empty answer leaves the blank."""
        words = [word.strip() for word in answer.split(",")] if self.field.form == "words" else [answer.strip()]
        if self.field.choices and answer.strip():
            for word in words:
                if word not in self.field.choices:
                    return f'"{word}" is not one of {", ".join(self.field.choices)}.'
        if self.field.form == "mapping" and not _is_mapping(answer):
            return f"{answer} is no mapping; write it as {{name: value}}."
        if len(answer) > LONGEST_LINE:
            return f"It has more than {LONGEST_LINE} characters; leave it empty here and write it in the file."
        return None


def _is_mapping(text: str) -> bool:
    try:
        return isinstance(yaml.compose(text, Loader=yaml.SafeLoader), MappingNode)
    except yaml.YAMLError:
        return False


def questions(model: type[BaseModel], also: Collection[str] = ()) -> Iterator[Question]:
    """The values that a skeleton leaves blank, in order. `also` names further fields that are to be written."""
    yield from _questions(model, "", also)


def _questions(model: type[BaseModel], path: str, also: Collection[str]) -> Iterator[Question]:
    for field in fields_of(model):
        here = path + field.key
        if not _wanted(model, field, here, also):
            continue
        if field.form == "text":
            yield Question(f"{here}.zh-Hant", field)
            yield Question(f"{here}.en", field)
        elif field.model is not None:
            yield from _questions(field.model, f"{here}.", also)
        elif field.form != "mapping":
            yield Question(here, field)


def _wanted(model: type[BaseModel], field: Field, path: str, also: Collection[str]) -> bool:
    needed = _NEEDED.get(model.__name__, frozenset()) | _NEEDED_INSIDE.get(model.__name__, frozenset())
    return field.required or field.key in needed or any(p == path or p.startswith(f"{path}.") for p in also)


def checked(model: type[BaseModel], given: Given, also: Collection[str] = ()) -> None:
    """Raise ValueError for a path that leads to no field, or a value that the field does not take."""
    paths = {question.path: question for question in _paths(model, "")}
    for path in (*given, *also):
        if path not in paths:
            guess = near(path, paths)
            hint = f'did you mean "{guess}"?' if guess else f"fields are {', '.join(f.key for f in fields_of(model))}."
            raise ValueError(f'"{path}" is no field of a {model.__name__.lower()}; {hint}')
    for path, value in given.items():
        inside = next((other for other in paths if other.startswith(f"{path}.")), None)
        if inside is not None:
            raise ValueError(f"{path} holds fields and no value of its own; set one of them, such as {inside}")
        if problem := paths[path].wrong(value):
            raise ValueError(f"{path}: {problem}")


def _paths(model: type[BaseModel], path: str) -> Iterator[Question]:
    """Every value that a file may hold, those in groups inside included."""
    for field in fields_of(model):
        here = path + field.key
        if field.model is not None:
            yield from _paths(field.model, f"{here}.")
            yield Question(here, field)
        else:
            yield Question(here, field)


def skeleton(model: type[BaseModel], given: Given, also: Collection[str] = (), heading: str = "") -> str:
    """The text of the file: what is given is filled in; of the rest, what is required is blank.

    `also` names fields that may be left out and are to be written nevertheless.
    """
    lines = [f"# {line}" for line in textwrap.wrap(heading, _WIDTH)]
    for field in fields_of(model):
        lines += _comment(field)
        if _wanted(model, field, field.key, {*also, *given}):
            lines += _field(field, field.key, given, {*also, *given})
        else:
            lines.append(f"# {field.key}: {_sample(field)}")
    return "\n".join(lines) + "\n"


def _comment(field: Field) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(field.sentence(), _WIDTH)]


def _field(field: Field, path: str, given: Given, also: Collection[str], indent: str = "") -> list[str]:
    """The lines of one field, its key first."""
    if field.form == "text":
        written = [f"{indent}  {language}: {_word(given.get(f'{path}.{language}'))}" for language in ("zh-Hant", "en")]
        return [f"{indent}{field.key}:", *written]
    if field.model is not None:
        inside = _group(field.model, path, given, also, f"{indent}  ")
        if field.form == "entries":
            inside[0] = f"{indent}- {inside[0].lstrip()}"
        return [f"{indent}{field.key}:", *inside]
    return [f"{indent}{field.key}: {_value(field, given.get(path))}"]


def _group(model: type[BaseModel], path: str, given: Given, also: Collection[str], indent: str) -> list[str]:
    lines = []
    for field in fields_of(model):
        here = f"{path}.{field.key}"
        if _wanted(model, field, here, also):
            first, *rest = _field(field, here, given, also, indent)
            lines += [f"{first}  # {field.sentence()}", *rest]
    return lines


def _value(field: Field, value: str | None) -> str:
    if field.form == "mapping":
        return value or "{}"
    if field.form == "words":
        return "[" + ", ".join(_word(word.strip()) for word in (value or BLANK).split(",")) + "]"
    if value and field.form in ("number", "whole number", "truth") and (_NUMBER.match(value) or value in _GUESSED):
        return value
    return _word(value)


def _word(value: str | None) -> str:
    """A value as YAML reads it back as the same text."""
    if not value or not value.strip():
        return BLANK
    plain = _PLAIN.match(value) and value.lower() not in _GUESSED
    return value if plain else json.dumps(value, ensure_ascii=False)


def _sample(field: Field) -> str:
    """The form of a field that is left out."""
    if field.form == "text":
        return "{zh-Hant: …, en: …}"
    if field.model is not None:
        needed = _NEEDED_INSIDE.get(field.model.__name__, frozenset())
        inside = [f for f in fields_of(field.model) if f.required or f.key in needed]
        keys = ", ".join(f"{f.key}: {_sample(f)}" for f in inside)
        return f"[{{{keys}}}]" if field.form == "entries" else f"{{{keys}}}"
    return {"words": "[…]", "mapping": "{}"}.get(field.form, "…")

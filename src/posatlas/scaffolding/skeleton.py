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
from posatlas.corpus import modelled
from posatlas.fields import Field, fields_of
from posatlas.findings import near
from posatlas.reading import LONGEST_LINE, Unreadable, read_content

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
    """One value to ask for: its path, the field, for a text the language, and the model of the whole file."""

    path: str
    field: Field
    model: type[BaseModel]

    def wrong(self, answer: str) -> str | None:
        """Why an answer cannot stand there, or None; an empty answer leaves the blank."""
        if self.field.form == "mapping" and not _is_mapping(answer):
            return f"{self.path}: {answer} is no mapping; write it as {{name: value}}."
        if len(answer) > LONGEST_LINE:
            return f"{self.path} has more than {LONGEST_LINE} characters; leave it empty here and write it in the file."
        return self._refused(answer)

    def _refused(self, answer: str) -> str | None:
        """What `validate` would say of this value in a file that is blank otherwise."""
        try:
            source = read_content(skeleton(self.model, {self.path: answer}).encode(), "new")
        except Unreadable as error:  # all else in the text is ours
            return f"{self.path}: {error.findings[0].message} {error.findings[0].hint}"
        for location, finding in modelled(source, self.model, {"id": "new", **source.value})[1]:
            place = ".".join(step for step in location if isinstance(step, str))
            if f"{place}.".startswith(f"{self.path}."):
                return f"{finding.message} {finding.hint}"
        return None


def _is_mapping(text: str) -> bool:
    """Whether a text is a mapping in braces, which stands on a line of its own or after a key."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return False
    return isinstance(node, MappingNode) and node.flow_style is True


def questions(model: type[BaseModel], also: Collection[str] = ()) -> Iterator[Question]:
    """The values that a skeleton leaves blank, in order. `also` names further fields that are to be written."""
    for path, field in _blank(model, "", also):
        yield Question(path, field, model)


def _blank(model: type[BaseModel], path: str, also: Collection[str]) -> Iterator[tuple[str, Field]]:
    for field in fields_of(model):
        here = path + field.key
        if not _wanted(model, field, here, also):
            continue
        if field.form == "text":
            yield f"{here}.zh-Hant", field
            yield f"{here}.en", field
        elif field.model is not None:
            yield from _blank(field.model, f"{here}.", also)
        elif field.form != "mapping":
            yield here, field


def _wanted(model: type[BaseModel], field: Field, path: str, also: Collection[str]) -> bool:
    needed = _NEEDED.get(model.__name__, frozenset()) | _NEEDED_INSIDE.get(model.__name__, frozenset())
    return field.required or field.key in needed or any(p == path or p.startswith(f"{path}.") for p in also)


def checked(model: type[BaseModel], given: Given, also: Collection[str] = ()) -> None:
    """Raise ValueError for a path that leads to no field, or a value that the field does not take."""
    paths = dict(_paths(model, ""))
    for path in (*given, *also):
        if path not in paths:
            guess = near(path, paths)
            hint = f'did you mean "{guess}"?' if guess else f"fields are {', '.join(f.key for f in fields_of(model))}."
            raise ValueError(f'"{path}" is no field of a {model.__name__.lower()}; {hint}')
    for path, value in given.items():
        inside = next((other for other in paths if other.startswith(f"{path}.")), None)
        if inside is not None:
            raise ValueError(f"{path} holds fields and no value of its own; set one of them, such as {inside}")
        if problem := Question(path, paths[path], model).wrong(value):
            raise ValueError(problem)


def _paths(model: type[BaseModel], path: str) -> Iterator[tuple[str, Field]]:
    """Every value that a file may hold, those in groups inside included."""
    for field in fields_of(model):
        here = path + field.key
        if field.model is not None:
            yield from _paths(field.model, f"{here}.")
        yield here, field


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

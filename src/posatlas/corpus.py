"""The corpus: every file of kb/ read, with its entity where it is valid and findings where it is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from posatlas import reading
from posatlas.blanks import BLANK, blanks_of_file, is_blank
from posatlas.collecting import without_collecting
from posatlas.fields import field_at, fields_of
from posatlas.findings import Finding, near
from posatlas.folders import yaml_files
from posatlas.reading import Source, Unreadable
from posatlas.schema.base import DATE_PATTERN, IDENTIFIER_PATTERN, MONTH_PATTERN, WEB_ADDRESS_PATTERN, Entity
from posatlas.schema.document import Items, Parts
from posatlas.schema.kinds import KIND_OF_FOLDER, Kind

PACKAGED_KB = Path(__file__).parent / "kb"
_ID = re.compile(IDENTIFIER_PATTERN)
DOCUMENT_FILES: dict[str, type[BaseModel]] = {"items": Items, "parts": Parts}


@dataclass(slots=True)
class Entry:
    """One file of an entity: its source with positions, and the entity, or none where the file is invalid."""

    source: Source
    kind: Kind
    id: str
    entity: Entity | None
    unread: bool = False


@dataclass(slots=True)
class Corpus:
    """All entries of a knowledge base in path order, and what was wrong with the files."""

    root: Path
    shown_as: str = "kb"
    entries: list[Entry] = field(default_factory=list)
    attachments: dict[tuple[str, str], tuple[Source, BaseModel | None]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    partial: bool = False

    def by_id(self) -> dict[str, Entry]:
        """Entries by id; of duplicates the first in path order."""
        result: dict[str, Entry] = {}
        for entry in self.entries:
            result.setdefault(entry.id, entry)
        return result

    def complete(self, entry: Entry) -> None:
        """Read an entry of which only the path was known; its mistakes are not reported."""
        entry.unread = False
        parts = tuple(entry.source.path.split("/")[-3 if entry.kind.name == "claim" else -2 :])
        beside = Corpus(self.root)
        read_entry(self.root.joinpath(*parts), parts, "kb", beside)
        entry.entity = beside.entries[0].entity

    def complete_attachments(self) -> None:
        """Read the files beside documents that were not read; their mistakes are not reported."""
        beside = Corpus(self.root)
        for path, parts in yaml_files(self.root):
            if len(parts) == 3 and parts[0] == "documents" and (parts[1], parts[2][:-4]) not in self.attachments:
                read_entry(path, parts, "kb", beside)
        self.attachments.update(beside.attachments)


def read_corpus(root: Path = PACKAGED_KB, shown_as: str = "kb") -> Corpus:
    """Read every YAML file below `root`; `shown_as` is how the folder is called in messages."""
    corpus = Corpus(root, shown_as)
    if _is_no_folder(corpus):
        return corpus
    with without_collecting():
        for path, parts in yaml_files(root):
            if parts[0] != "evidence":
                read_entry(path, parts, shown_as, corpus)
    return corpus


def read_files(root: Path, files: Iterable[Path], shown_as: str = "kb") -> Corpus:
    """Read some files; of all others only the path is known, and their entities are read on demand.

    A folder stands for the files in it. Evidence holds no entities: its files are passed over.
    """
    corpus = read_folder_names(root, shown_as)
    corpus.partial = True
    if _is_no_folder(corpus):
        return corpus
    wanted: dict[str, tuple[Path, tuple[str, ...]]] = {}
    for file in files:
        try:
            parts = file.resolve().relative_to(root.resolve()).parts
        except ValueError:
            message, hint = f"The file does not lie in the knowledge base {shown_as}.", "Name its folder:  --kb DIR"
            corpus.findings.append(Finding(file.as_posix(), 1, 1, "error", "identity/folder", message, hint))
            continue
        inside = [(Path(path), (*parts, *below)) for path, below in yaml_files(file)] if file.is_dir() else []
        for path, place in inside if file.is_dir() else [(file, parts)]:
            if place[0] != "evidence":
                wanted[f"{shown_as}/{'/'.join(place)}"] = (path, place)
    corpus.entries = [entry for entry in corpus.entries if entry.source.path not in wanted]
    for path, place in wanted.values():
        read_entry(path, place, shown_as, corpus)
    return corpus


def _is_no_folder(corpus: Corpus) -> bool:
    if corpus.root.is_dir():
        return False
    message, hint = f"{corpus.root} is not a folder.", "Name the knowledge base:  --kb DIR"
    corpus.findings.append(Finding(corpus.shown_as, 1, 1, "error", "identity/folder", message, hint))
    return True


def read_folder_names(root: Path, shown_as: str) -> Corpus:
    """Entries of which only path, kind and id are known."""
    corpus = Corpus(root, shown_as)
    for _, parts in yaml_files(root):
        shown = f"{shown_as}/{'/'.join(parts)}"
        place = _place(parts, shown) if parts[0] != "evidence" else None
        if isinstance(place, tuple) and place[2] is None:
            corpus.entries.append(Entry(Source(shown, "", None), place[0], place[1], None, unread=True))
    return corpus


def read_entry(path: str | Path, parts: tuple[str, ...], shown_as: str, corpus: Corpus) -> None:
    """Read one file into the corpus; `parts` is its path below the root."""
    shown = f"{shown_as}/{'/'.join(parts)}"
    place = _place(parts, shown)
    if isinstance(place, Finding):
        corpus.findings.append(place)
        return
    kind, identifier, attachment = place
    model: type[BaseModel] = kind.model if attachment is None else DOCUMENT_FILES[attachment]
    try:
        source = reading.read(path, shown)
    except Unreadable as error:
        corpus.findings.extend(error.findings)
        if attachment is None:  # what refers to it is not wrong
            corpus.entries.append(Entry(Source(shown, "", None), kind, identifier, None))
        return
    blanks = list(blanks_of_file(source, model)) if BLANK in source.text else []
    corpus.findings.extend(blanks)
    entity = _model(source, model, identifier if attachment is None else None, corpus.findings)
    if blanks:
        entity = None
    if entity is not None:
        source.release()
    if attachment is not None:
        corpus.attachments[identifier, attachment] = (source, entity)
    else:
        corpus.entries.append(Entry(source, kind, identifier, entity))


def _place(parts: tuple[str, ...], shown: str) -> tuple[Kind, str, str | None] | Finding:
    """Kind, id and attachment that a path below the root stands for."""
    if len(parts) == 2 and parts[1].endswith(".yml"):  # the usual case
        kind = KIND_OF_FOLDER.get(parts[0])
        if kind is not None and kind.name != "claim":
            stem = parts[1][:-4]
            if len(stem) <= 80 and _ID.match(stem):
                return kind, stem, None
    kind = KIND_OF_FOLDER.get(parts[0])
    if kind is None or len(parts) < 2:
        allowed = ", ".join(sorted(KIND_OF_FOLDER))
        guess = near(parts[0], KIND_OF_FOLDER)
        hint = f"Move the file to kb/{guess}/." if guess else "Move the file into the folder of its kind."
        message = f"The file lies in no folder of a kind; the folders are {allowed}."
        return Finding(shown, 1, 1, "error", "identity/folder", message, hint)
    stem, _, suffix = parts[-1].rpartition(".")
    if kind.name == "document" and len(parts) == 3 and stem in DOCUMENT_FILES:
        return kind, parts[1], stem
    depth = 3 if kind.name == "claim" else 2
    if len(parts) != depth or suffix != "yml":
        form = f"kb/{kind.folder}/<subject>/<id>.yml" if depth == 3 else f"kb/{kind.folder}/<id>.yml"
        message = f"A {kind.name} lies at {form}."
        return Finding(shown, 1, 1, "error", "identity/path", message, "Move or rename the file.")
    if message := identifier_problem(stem):
        hint = f"Rename the file, for example to {_as_identifier(stem)}.yml."
        return Finding(shown, 1, 1, "error", "identity/id", message, hint)
    return kind, stem, None


def identifier_problem(word: str) -> str:
    """A sentence that says why a word is no id; empty where it is one."""
    if _ID.fullmatch(word) and len(word) <= 80:
        return ""
    if len(word) > 80:
        return f'"{word[:40]}…" is not an id: it has {len(word)} characters, and at most 80 are allowed.'
    return f'"{word}" is not an id: lower-case letters, digits and single hyphens, beginning with a letter.'


def _as_identifier(word: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-") or "name"
    return (plain if plain[0].isalpha() else f"x-{plain}")[:80].rstrip("-")


def _model(source: Source, model: type[BaseModel], identifier: str | None, findings: list[Finding]) -> Any:
    value = source.value
    if not isinstance(value, dict):
        hint = "Write `field: value` lines; see any file of the same folder."
        findings.append(source.finding((), "schema/type", "The file is not a mapping of fields.", hint))
        return None
    if identifier is not None:
        if "id" in value:
            message, hint = "The id is the file's name and is not written in the file.", "Delete the line."
            findings.append(source.finding(("id",), "identity/id-in-file", message, hint, of_key=True))
        value = {**value, "id": identifier}
    entity, mistakes = modelled(source, model, value)
    findings.extend(finding for _, finding in mistakes)
    return entity


def modelled(
    source: Source, model: type[BaseModel], value: Any
) -> tuple[BaseModel | None, list[tuple[tuple[str | int, ...], Finding]]]:
    """The entity that the value of a file makes, and no mistakes; or none, and every mistake after its place.

    Blanks are no mistakes here; a value with blanks makes an entity nevertheless where their fields take any text.
    """
    try:
        return model.model_validate(value), []
    except ValidationError as error:
        problems = [p for p in error.errors(include_url=False) if not is_blank(p.get("input"))]
        told = _told_once(problems[: reading.MOST_MISTAKES], value)
        return None, [(tuple(problem["loc"]), _schema_finding(problem, source, model)) for problem in told]


def _told_once(problems: Iterable[Any], value: Any) -> list[Any]:
    """A value that may be of several types has one problem for each, at a step below it that no file has: here one."""
    told: list[Any] = []
    branches: dict[tuple[Any, ...], Any] = {}
    for problem in problems:
        place = problem["loc"]
        if problem["type"] not in _WANTED or _stands(value, place):
            told.append(problem)
            continue
        if place[:-1] not in branches:
            branches[place[:-1]] = problem | {"loc": place[:-1], "wanted": []}
            told.append(branches[place[:-1]])
        branches[place[:-1]]["wanted"].append(_WANTED[problem["type"]])
    return told


def _stands(value: Any, location: tuple[Any, ...]) -> bool:
    for step in location:
        if not (isinstance(value, list) if isinstance(step, int) else isinstance(value, dict) and step in value):
            return False
        value = value[step]
    return True


def _schema_finding(problem: Any, source: Source, model: type[BaseModel]) -> Finding:
    """One pydantic error as a sentence with a remedy."""
    location, kind, context = tuple(problem["loc"]), problem["type"], problem.get("ctx", {})
    name = _shown(location)
    given = problem.get("input")
    if kind == "missing":
        parent = location[:-1]
        what = f"in {_shown(parent)}" if parent else f"of a {model.__name__.lower()}"
        message = f'Field "{location[-1]}" {what} is missing.'
        if location[-1] in ("zh-Hant", "en"):
            message = f'The translation "{location[-1]}" of {_shown(parent)} is missing; both languages are required.'
        return source.finding(parent, "schema/missing", message, f"Add  {location[-1]}: …")
    if kind == "extra_forbidden":
        fields = _fields_at(model, location[:-1])
        guess = near(str(location[-1]), fields)
        allowed = ", ".join(fields)
        hint = f'Did you mean "{guess}"?' if guess else f"Delete it; the fields are {allowed}."
        return source.finding(location, "schema/unknown-field", f'"{name}" is no field here.', hint, of_key=True)
    if kind == "literal_error":
        guess = near(str(given), re.findall(r"'([^']*)'", context.get("expected", "")))
        hint = f'Did you mean "{guess}"?' if guess else "Use one of them."
        message = f'{name} = "{given}" is not one of {context.get("expected", "the allowed values")}.'
        return source.finding(location, "schema/value", message, hint)
    if kind in ("string_pattern_mismatch", "string_too_short", "string_too_long", "too_short", "too_long"):
        message, hint = _shape_sentence(kind, name, given, context)
        return source.finding(location, "schema/value", message, hint or _described(model, location))
    if kind == "value_error":
        message = f"{name or 'The file'}: {context.get('error', problem['msg'])}."
        return source.finding(location, "schema/value", message, "Correct the field or its neighbours.")
    if kind in _WANTED:
        *others, last = problem.get("wanted", [_WANTED[kind]])
        wanted = f"{', '.join(others)} or {last}" if others else last
        message = f"{name} is {_describe(given)}; it must be {wanted}."
        hint = "Put the value in quotes." if kind == "string_type" and not isinstance(given, dict | list) else ""
        return source.finding(location, "schema/type", message, hint or f"Write {wanted}.")
    if kind in _BOUNDS:
        bound, words = _BOUNDS[kind]
        message = f"{name} = {given} is out of range; it must be {words} {context[bound]}."
        return source.finding(location, "schema/value", message, _described(model, location))
    return source.finding(location, "schema/value", f"{name}: {problem['msg']}.", _described(model, location))


_BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
}
_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping of fields",
    "model_attributes_type": "a mapping of fields",
}


def _described(model: type[BaseModel], location: tuple[Any, ...]) -> str:
    """What to write at a location, as the schema describes it."""
    held = field_at(model, location)
    return f"Write what the field holds: {held.sentence()}" if held else "Correct the value."


def _shape_sentence(kind: str, name: str, given: Any, context: Any) -> tuple[str, str]:
    """A sentence about a value of another form, and a remedy, empty where only the field's description is one."""
    if kind == "string_too_short":
        return f"{name} is empty.", "Write the text, or delete the key."
    if kind == "too_short":
        return f"{name} has too few entries: at least {context.get('min_length')}.", "Add what is missing."
    if kind in ("string_too_long", "too_long"):
        return f"{name} is longer than {context.get('max_length')}.", "Shorten it."
    pattern = context.get("pattern", "")
    if pattern == WEB_ADDRESS_PATTERN:
        return f'{name} = "{given}" is no web address.', "Write one with http or https, without blanks and quotes."
    if pattern in (DATE_PATTERN, MONTH_PATTERN):
        return f'{name} = "{given}" is not a date.', "Write YYYY-MM-DD, or YYYY-MM where a month is allowed."
    if pattern == IDENTIFIER_PATTERN:
        return f'{name} = "{given}" is not an id.', f"Write it in kebab-case, such as {_as_identifier(str(given))}."
    return f'{name} = "{given}" does not have the form {pattern}.', ""


def _describe(value: Any) -> str:
    names = {dict: "a mapping", list: "a list", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), f'the text "{value}"')


def _shown(location: tuple[Any, ...]) -> str:
    text = ""
    for step in location:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def _fields_at(model: type[BaseModel], location: tuple[Any, ...]) -> tuple[str, ...]:
    """Keys of the mapping that stands at a location, the outermost one at ()."""
    held = field_at(model, location)
    return tuple(field.key for field in fields_of((held and held.model) or model))

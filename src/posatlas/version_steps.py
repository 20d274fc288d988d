"""What a change of the data does to its version: major, minor or patch, with the reasons.

Two data sets are compared as `posatlas export json` gives them, so that an old release is read as it was written,
whatever the models have become since. The rules are those of docs/versions.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from posatlas.atlas import Atlas
from posatlas.schema import LANGUAGES
from posatlas.words import with_article

__all__ = [
    "DEFINING",
    "Change",
    "NotAnExport",
    "Step",
    "changes",
    "data_of",
    "next_version",
    "schema_changes",
    "step",
    "suffices",
    "value_at",
]

Step = Literal["major", "minor", "patch", "none"]
STEPS: Final[tuple[Step, ...]] = ("major", "minor", "patch", "none")
"""From the largest; `none` where nothing differs."""

# A field that says which thing an id means: another value is another thing. Where one side lacks it, nothing is said.
DEFINING: Final = {
    "claim": (("source", "id"), ("source", "item")),
    "method": (("introduced_by",),),
    "paper": (("arxiv", "id"), ("doi",)),
}
_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(\+[0-9a-f]+)?")
Export = Mapping[str, Any]


class NotAnExport(ValueError):
    """A value that should be an export and is none."""


class Change(NamedTuple):
    """One difference: the step it asks for, the id concerned (empty for the whole), and a sentence."""

    step: Step
    id: str
    says: str


def data_of(atlas: Atlas) -> dict[str, Any]:
    """An atlas as its JSON export, in the two written languages, for comparing."""
    from posatlas.exporting.dataset import Dataset
    from posatlas.exporting.json_format import as_value

    return as_value(Dataset(atlas, ("zh-Hant", "en")))


def changes(old: Export, new: Export) -> list[Change]:
    """Every difference of two exports, the largest steps first, and among equal ones by id.

    Raises NotAnExport for anything else.
    """
    for export in (old, new):
        if not _is_export(export):
            raise NotAnExport("It is no JSON export of PosAtlas.")
    found = list(_changes(old, new))
    return sorted(found, key=lambda change: (STEPS.index(change.step), change.id, change.says))


def step(found: list[Change]) -> Step:
    """The largest step that differences ask for."""
    return min((change.step for change in found), key=STEPS.index, default="none")


def next_version(version: str, needed: Step) -> str:
    """The version after a step: 1.4.2 becomes 2.0.0, 1.5.0 or 1.4.3. What follows a `+` is left out."""
    major, minor, patch = map(int, version.partition("+")[0].split("."))
    return {
        "major": f"{major + 1}.0.0",
        "minor": f"{major}.{minor + 1}.0",
        "patch": f"{major}.{minor}.{patch + 1}",
        "none": f"{major}.{minor}.{patch}",
    }[needed]


def suffices(version: str, before: str, needed: Step) -> bool:
    """Whether a version is at least the one that the step asks for after the version before."""
    return _numbers(version) >= _numbers(next_version(before, needed))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.partition("+")[0].split(".")))


def _is_export(value: Any) -> bool:
    """Whether a value has what is compared here; the schema of exports asks for more."""
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("format"), str)
        and bool(_VERSION.fullmatch(str(value.get("version"))))
        and isinstance(value.get("languages"), list)
        and set(map(str, value["languages"])) <= set(LANGUAGES)
        and isinstance(value.get("records"), list)
        and _are(value.get("entities"), id=str, kind=str, entity=Mapping)
        and _are(value.get("edges"), source=str, relation=str, target=str)
        and all(_are(entry.get("items", []), id=str) for entry in value["entities"])
    )


def _are(values: Any, **fields: type) -> bool:
    """Whether a value is a list of mappings that have these fields."""
    return isinstance(values, list) and all(
        isinstance(value, Mapping) and all(isinstance(value.get(name), of) for name, of in fields.items())
        for value in values
    )


def _changes(old: Export, new: Export) -> Iterator[Change]:
    if old["format"] != new["format"]:
        yield Change("major", "", f"The format was {old['format']} and is {new['format']}.")
    languages = set(old["languages"]) & set(new["languages"])
    before = {entry["id"]: entry for entry in old["entities"]}
    after = {entry["id"]: entry for entry in new["entities"]}
    for identifier in sorted(before.keys() | after.keys()):
        if identifier not in after:
            yield Change("major", identifier, f"{before[identifier]['kind']} {identifier} is gone.")
        elif identifier not in before:
            yield Change("minor", identifier, f"{after[identifier]['kind']} {identifier} is new.")
        else:
            yield from _of_entry(identifier, before[identifier], after[identifier], languages)
    yield from _of_edges(old, new, before.keys() & after.keys())
    if old["records"] != new["records"]:
        yield Change("patch", "", "Records of what was measured differ.")


def _of_entry(identifier: str, old: Export, new: Export, languages: set[str]) -> Iterator[Change]:
    if old["kind"] != new["kind"]:
        was, now = with_article(old["kind"]), with_article(new["kind"])
        yield Change("major", identifier, f"{identifier} was {was} and is {now}.")
        return
    for path in DEFINING.get(new["kind"], ()):
        was, now = value_at(old["entity"], path), value_at(new["entity"], path)
        if was is not None and now is not None and was != now:
            name = ".".join(path)
            yield Change("major", identifier, f'{identifier} means another thing: {name} was "{was}" and is "{now}".')
    was, now = old["entity"].get("verdict"), new["entity"].get("verdict")
    if was != now:
        yield Change("minor", identifier, f"The verdict of {identifier} was {was} and is {now}.")
    numbers, later = ({item["id"] for item in entry.get("items", ())} for entry in (old, new))
    for number in sorted(numbers - later):
        yield Change("major", identifier, f"Statement {number} of {identifier} is gone.")
    for number in sorted(later - numbers):
        yield Change("minor", identifier, f"Statement {number} of {identifier} is new.")
    if _spoken(old, languages) != _spoken(new, languages):
        yield Change("patch", identifier, f"{identifier} says something else.")


def _of_edges(old: Export, new: Export, kept: set[str]) -> Iterator[Change]:
    """Edges between entities that both have; those of new and lost entities are part of these."""
    sides = []
    for export in (old, new):
        sides.append({
            (edge["source"], edge["relation"], edge["target"])
            for edge in export["edges"]
            if edge["source"] in kept and edge["target"] in kept
        })
    for said, edges in (("is gone", sides[0] - sides[1]), ("is new", sides[1] - sides[0])):
        for source, relation, target in sorted(edges):
            yield Change("minor", source, f"The edge {source} {relation} {target} {said}.")


def value_at(value: Any, path: tuple[str, ...]) -> Any:
    """A value within nested mappings; None where a step of the path is missing."""
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _spoken(value: Any, languages: set[str]) -> Any:
    """A value whose texts are reduced to some languages."""
    if isinstance(value, Mapping):
        text = value and value.keys() <= set(LANGUAGES)
        return {key: _spoken(held, languages) for key, held in value.items() if not text or key in languages}
    return [_spoken(held, languages) for held in value] if isinstance(value, list) else value


def schema_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """What differs between two JSON Schemas of `posatlas schema`, for whoever reads data by them.

    A field that is gone, may now be missing, or takes another type or form is major; a field or an allowed word that
    is new is minor; descriptions change nothing.
    """
    found = list(_of_schema("", old, new))
    before, after = old.get("$defs", {}), new.get("$defs", {})
    for name in sorted(before.keys() & after.keys()):
        found += _of_schema(f"{name}.", before[name], after[name])
    return sorted(found, key=lambda change: (STEPS.index(change.step), change.says))


def _of_schema(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Differences of the fields of one object."""
    before, after = old.get("properties", {}), new.get("properties", {})
    for field in sorted(before.keys() | after.keys()):
        shown = f"{name}{field}"
        if field not in after:
            yield Change("major", "", f"The field {shown} is gone.")
        elif field not in before:
            yield Change("minor", "", f"The field {shown} is new.")
        else:
            yield from _of_field(shown, before[field], after[field])
            if field in old.get("required", ()) and field not in new.get("required", ()):
                yield Change("major", "", f"The field {shown} may now be missing.")


def _of_field(shown: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    was, now = _form(old), _form(new)
    words, later = was.pop("enum", None), now.pop("enum", None)
    if was != now or (words is None) != (later is None):
        yield Change("major", "", f"The field {shown} takes another form.")
    elif words is not None and words != later:
        gone, more = sorted(map(str, set(words) - set(later))), sorted(map(str, set(later) - set(words)))
        if gone:
            yield Change("major", "", f"The field {shown} no longer takes {', '.join(gone)}.")
        if more:
            yield Change("minor", "", f"The field {shown} takes {', '.join(more)} too.")


def _form(value: Any) -> Any:
    """What a schema allows, without what it tells readers."""
    if isinstance(value, Mapping):
        told = ("title", "description", "default")
        return {key: _form(held) for key, held in value.items() if key not in told}
    return [_form(held) for held in value] if isinstance(value, list) else value

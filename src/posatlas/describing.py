"""An entity as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from posatlas.findings import near
from posatlas.schema import LANGUAGES, Entity, Term, Text

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

_STEP = "  "


def in_language(text: Text, language: str) -> str:
    """A text in one of the three languages; Simplified Chinese is derived unless it was written.

    Raises ValueError for another language.
    """
    if language == "en":
        return text.en
    if language == "zh-Hant":
        return text.zh_hant
    if language == "zh-Hans":
        if text.zh_hans is not None:
            return text.zh_hans
        from posatlas.languages import to_zh_hans

        return to_zh_hans(text.zh_hant)
    raise ValueError(f'"{language}" is no language here; the languages are {", ".join(LANGUAGES)}.')


def label(entity: Entity, language: str) -> str:
    """Name, title or statement of an entity; its id where it has none of them."""
    if isinstance(entity, Term):
        return {"en": entity.en, "zh-Hans": entity.zh_hans}.get(language, entity.zh_hant)
    for field in ("name", "title", "statement"):
        value = getattr(entity, field, None)
        if isinstance(value, Text):
            return in_language(value, language)
        if isinstance(value, str):
            return value
    return entity.id


def text_of(entity: Entity, language: str, field: str | None = None) -> str:
    """A text of an entity: the one of a field, or else its name, title or statement.

    Raises ValueError for an unknown language, and for a field that holds no text.
    """
    known_language(language)
    if field is None:
        return label(entity, language)
    value = getattr(entity, field, None) if field in type(entity).model_fields else None
    if isinstance(value, Text):
        return in_language(value, language)
    held = [name for name in type(entity).model_fields if isinstance(getattr(entity, name), Text)]
    guess = near(field, held)
    hint = f'did you mean "{guess}"?' if guess else f"it has them in {', '.join(held) or 'no field'}."
    raise ValueError(f'{type(entity).__name__} "{entity.id}" has no text in "{field}"; {hint}')


def known_language(language: str) -> None:
    """Raises ValueError for what is no language of the atlas, and MissingConverter for Simplified Chinese where the
    package that derives it is not installed."""
    if language not in LANGUAGES:
        raise ValueError(f'"{language}" is no language here; the languages are {", ".join(LANGUAGES)}.')
    if language == "zh-Hans":
        from posatlas.languages import tw2s

        tw2s("繁")


def as_text(atlas: Atlas, entity: Entity, language: str) -> str:
    """All fields of an entity that are filled in, then the entities that point to it, by relation."""
    lines = [label(entity, language), f"{atlas.kind_of[entity.id]} {entity.id}  ({atlas.path_of[entity.id]})", ""]
    lines.extend(_fields(entity, language))
    pointing = sorted({(relation, source) for source, _, relation in atlas.graph.in_edges(entity.id, keys=True)})
    if pointing:
        lines.append("pointed to by:")
        lines.extend(f"{_STEP}{source}  ({relation})" for relation, source in pointing)
    return "\n".join(lines)


def _fields(model: BaseModel, language: str) -> Iterator[str]:
    for name, info in type(model).model_fields.items():
        value = getattr(model, name)
        if value in (None, [], {}) or (isinstance(model, Entity) and name == "id"):
            continue
        key = info.alias or name
        shown = list(_lines(value, language))
        if len(shown) == 1 and (isinstance(value, Text) or not _holds_fields(value)):
            yield f"{key}: {shown[0]}"
        elif shown:
            yield f"{key}:"
            yield from (f"{_STEP}{line}".rstrip() for line in shown)


def _holds_fields(value: Any) -> bool:
    if isinstance(value, list):
        return any(not isinstance(item, str) or "," in item for item in value)
    return isinstance(value, BaseModel)


def _lines(value: Any, language: str) -> Iterator[str]:
    """Lines of a value, each later one of an entry of a list set in under its dash."""
    if isinstance(value, Text):
        yield from in_language(value, language).rstrip("\n").split("\n")
    elif isinstance(value, BaseModel):
        yield from _fields(value, language)
    elif isinstance(value, list) and not _holds_fields(value):
        yield ", ".join(value)
    elif isinstance(value, list):
        for item in value:
            for number, line in enumerate(_lines(item, language)):
                yield f"{_STEP if number else '- '}{line}".rstrip()
    else:
        yield from _plain(value).rstrip("\n").split("\n")


def _plain(value: Any) -> str:
    """A value on one line, as YAML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_plain(inner)}' for key, inner in value.items())}}}"
    return str(value)

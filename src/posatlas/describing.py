"""An entity as text for a terminal."""

from __future__ import annotations

from typing import Any

from posatlas.atlas import Atlas
from posatlas.schema import Entity, Text


def in_language(text: Text, language: str) -> str:
    """A text in one of the three languages; Simplified Chinese is derived unless it was written."""
    if language == "en":
        return text.en
    if language == "zh-Hans":
        if text.zh_hans is not None:
            return text.zh_hans
        from posatlas.languages import to_zh_hans

        return to_zh_hans(text.zh_hant)
    return text.zh_hant


def label(entity: Entity, language: str) -> str:
    """Name, title or statement of an entity; its id where it has none of them."""
    for field in ("name", "title", "statement"):
        value = getattr(entity, field, None)
        if isinstance(value, Text):
            return in_language(value, language)
        if isinstance(value, str):
            return value
    if hasattr(entity, "zh_hant"):
        return entity.en if language == "en" else entity.zh_hans if language == "zh-Hans" else entity.zh_hant
    return entity.id


def as_text(atlas: Atlas, entity: Entity, language: str) -> str:
    """All fields of an entity, then the entities that point to it."""
    lines = [f"{label(entity, language)}", f"{atlas.kind_of[entity.id]} {entity.id}  ({atlas.path_of[entity.id]})", ""]
    for name, info in type(entity).model_fields.items():
        value = getattr(entity, name)
        if name != "id" and value not in (None, [], {}):
            lines.extend(_field(info.alias or name, value, language, ""))
    pointing = sorted({(d["relation"], s) for s, _, d in _incoming(atlas, entity.id)})
    if pointing:
        lines.append("pointed to by:")
        lines.extend(f"  {source}  ({relation})" for relation, source in pointing)
    return "\n".join(lines)


def _incoming(atlas: Atlas, identifier: str) -> list[tuple[str, str, dict[str, str]]]:
    return [(s, t, {"relation": key}) for s, t, key in atlas.graph.in_edges(identifier, keys=True)]


def _field(name: str, value: Any, language: str, indent: str) -> list[str]:
    if isinstance(value, Text):
        return [f"{indent}{name}: {in_language(value, language)}"]
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return [f"{indent}{name}: {', '.join(value)}"]
        lines = [f"{indent}{name}:"]
        for item in value:
            inner = _field("-", item, language, indent + "  ")
            lines.extend(inner)
        return lines
    if hasattr(value, "__pydantic_fields__"):
        lines = [f"{indent}{name}:" if name != "-" else f"{indent}-"]
        for inner, info in type(value).model_fields.items():
            content = getattr(value, inner)
            if content not in (None, [], {}):
                lines.extend(_field(info.alias or inner, content, language, indent + "  "))
        return lines
    return [f"{indent}{name}: {value}"]

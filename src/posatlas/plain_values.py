"""Entities as plain values that JSON can hold, each text in the languages asked for."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from pydantic import BaseModel

from posatlas.describing import in_language, label
from posatlas.schema import LANGUAGES, Entity, Text

__all__ = ["names", "plain"]


def names(entity: Entity, languages: Collection[str] = LANGUAGES) -> dict[str, str]:
    """Name, title or statement of an entity in each of the languages, as written."""
    return {language: label(entity, language) for language in languages}


def plain(value: Any, languages: Collection[str] = LANGUAGES) -> Any:
    """A value of an entity for JSON: texts by language, fields by the names that YAML has, without empty ones.

    A number that JSON cannot hold is a text: Infinity, -Infinity or NaN.
    """
    if isinstance(value, Text):
        return {language: in_language(value, language) for language in languages}
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        return {
            info.alias or name: plain(held, languages)
            for name, info in fields.items()
            if (held := getattr(value, name)) is not None
        }
    if isinstance(value, dict):
        return {str(key): plain(held, languages) for key, held in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(held, languages) for held in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value

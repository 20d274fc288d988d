"""What all entities share: strict, frozen pydantic models, and the small types that many of them use."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

IDENTIFIER_PATTERN = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
DATE_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
MONTH_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$"


def _on_the_calendar(date: str) -> str:
    if len(date) == 10:
        try:
            datetime.date.fromisoformat(date)
        except ValueError:
            raise ValueError(f'"{date}" is no day of the calendar') from None
    return date


Identifier = Annotated[
    str,
    StringConstraints(pattern=IDENTIFIER_PATTERN, max_length=80),
    Field(description="Id of an entity: kebab-case, unique across all kinds; the file's path gives it."),
]
Date = Annotated[
    str,
    StringConstraints(pattern=DATE_PATTERN),
    AfterValidator(_on_the_calendar),
    Field(description="Calendar day, YYYY-MM-DD."),
]
Month = Annotated[
    str,
    StringConstraints(pattern=MONTH_PATTERN),
    AfterValidator(_on_the_calendar),
    Field(description="Month YYYY-MM, or day YYYY-MM-DD where the day is known."),
]
WebAddress = Annotated[
    str,
    StringConstraints(pattern=r"^https?://[^\s\x00-\x1f<>\"'`\\]+$", max_length=500),
    Field(description="http or https address."),
]
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


class Model(BaseModel):
    """Base of all models: unknown keys are errors, values are not coerced, instances do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Text(Model):
    """One text in the two written languages; Simplified Chinese is derived from zh-Hant."""

    zh_hant: NonEmpty = Field(alias="zh-Hant", description="Traditional Chinese as written in Taiwan.")
    en: NonEmpty = Field(description="Plain British English.")
    zh_hans: NonEmpty | None = Field(
        default=None,
        alias="zh-Hans",
        description="Simplified Chinese, only where deriving it from zh-Hant goes wrong.",
    )


class Entity(Model):
    """An entity: one YAML file, whose folder is the kind and whose name is the id."""

    id: Identifier = Field(description="Set from the file name; never written in the file.")


FigureName = Annotated[
    Literal["rope-rotation"], Field(description="Figure drawn from recorded numbers, shown with the text.")
]
Language = Literal["zh-Hant", "en", "zh-Hans"]
LANGUAGES: tuple[Language, ...] = ("zh-Hant", "en", "zh-Hans")

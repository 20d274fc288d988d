"""One page of the site: what generators give and the site renders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Page"]


@dataclass(frozen=True)
class Page:
    """One page of one language: address, template, title, and what the template is given.

    `entity` is the id of the entity that the page shows; `heading` is HTML that stands above the page in place of
    the title; `wide` gives tables the whole width; `boost` is its weight in the search where that of its section
    does not fit; `scripts` are files of generators/scripts that only this page needs, without `.js`; `beside` are
    files that lie beside the page, by name.
    """

    address: str
    template: str
    title: str
    context: dict[str, Any] = field(default_factory=dict)
    description: str = ""
    heading: str = ""
    wide: bool = False
    boost: float | None = None
    entity: str = ""
    scripts: tuple[str, ...] = ()
    beside: dict[str, bytes] = field(default_factory=dict)

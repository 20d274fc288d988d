"""Hostile text in every field of every kind: no page may run it, whatever Markdown makes of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from typing import Any

import markdown
import pytest
import yaml
from pydantic import BaseModel

import posatlas
from posatlas.contents import Contents
from posatlas.generators.maths import BadFormula, Maths
from posatlas.generators.pages import pages
from posatlas.generators.site import Site
from posatlas.schema import Entity, Text

from .test_text import PAYLOADS

ROOT = Path(__file__).parents[2]
FREE = {  # fields of plain text, in which a contributor may write anything
    "title", "authors", "aliases", "says", "unit", "default", "setting", "learned_parameters", "buffers",
    "added_operations", "against", "version", "locator", "quote", "run", "name", "field", "language",
}  # fmt: skip
EXTENSIONS = ["toc", "tables", "fenced_code", "attr_list"]


def _poisoned(value: Any, payloads: Iterator[str], field: str = "") -> Any:
    """A value with a payload in every text; ids, dates and enumerations stay."""
    if isinstance(value, Text):
        return value.model_copy(update={key: f"{next(payloads)} {getattr(value, key)}" for key in ("zh_hant", "en")})
    if isinstance(value, BaseModel):
        changed = {name: _poisoned(getattr(value, name), payloads, name) for name in type(value).model_fields}
        return value.model_copy(update=changed)
    if isinstance(value, list):
        return [_poisoned(item, payloads, field) for item in value]
    if isinstance(value, str) and field in FREE:
        return f"{next(payloads)} {value}"
    return value


class _Head(HTMLParser):
    """What a browser makes of a head built from a title and a description."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("language", ["zh-Hant", "en"])
def test_no_field_of_any_kind_can_run_anything(
    atlas: posatlas.Atlas, language: str, tmp_path: Path, audit: Callable[..., None], sites
) -> None:
    payloads = itertools.cycle(PAYLOADS.values())
    entities: dict[str, Entity] = {}
    for entity in atlas:
        poisoned = _poisoned(entity, payloads)
        if atlas.kind_of[entity.id] == "document":
            poisoned = poisoned.model_copy(update={"language": entity.language})  # type: ignore[attr-defined]
        entities[entity.id] = poisoned
    hostile = posatlas.Atlas(
        Contents(atlas.root, MappingProxyType(entities), atlas.kind_of, atlas.path_of, atlas._attachments)
    )
    site = Site(hostile, language, Maths(tmp_path / "maths.json", ROOT / "node_modules" / "katex"), {})
    clean = sites[language]
    originals = {page.address: page for page in pages(clean)}
    seen: dict[str, int] = {}
    for page in pages(site):
        seen[page.template] = seen.get(page.template, 0) + 1
        if seen[page.template] > 8:
            continue
        try:
            text = site.render(page)
        except BadFormula:
            continue  # a payload before a dollar sign made a formula, and that is refused
        front, body = text.removeprefix("---\n").split("\n---\n", 1)
        original = clean.render(originals[page.address]).split("\n---\n", 1)[1]
        audit(markdown.markdown(body, extensions=EXTENSIONS), markdown.markdown(original, extensions=EXTENSIONS))
        _check_head(yaml.safe_load(front))
    assert len(seen) >= 20
    assert sum(seen.values()) > 300


def _check_head(fields: dict[str, Any]) -> None:
    head = _Head()
    title, description = fields.get("title", ""), fields["description"]
    head.feed(f'<title>{title}</title><meta name="description" content="{description}"><link>')
    assert [tag for tag, _ in head.tags] == ["title", "meta", "link"]
    assert set(head.tags[1][1]) == {"name", "content"}

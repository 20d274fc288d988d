"""What the search of one language looks through: pages and entities with their names in every language.

The file is made for generators/scripts/search.js, which reads it when a reader types the first letter. An entry is
`[location, title, weight, names, formulas, sections]`, a section `[anchor, heading, text]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from posatlas.atlas import Atlas
from posatlas.describing import label
from posatlas.finding_entities import names_of
from posatlas.generators.addresses import PAGES_OF_KINDS, SHOWN_TERMS, address
from posatlas.generators.page import Page
from posatlas.generators.search_text import Section, sections
from posatlas.generators.trail import WEIGHTS_OF_ENTRIES, boost
from posatlas.languages import to_zh_hans, tw2s
from posatlas.schema import Claim, Entity, Language, Paper, Term

WORDINGS = Path(__file__).parent / "search_wordings.yml"
_PARENTHESES = re.compile(r"(.+?)\s*[（(]([^（）()]+)[）)]\s*\Z")
_HAN = range(0x4E00, 0xA000)
_WORD = re.compile(r"[^\W列行]{2,}\Z")


class SearchIndex:
    """The entries of one language, in the order of its pages."""

    def __init__(self, atlas: Atlas, language: Language) -> None:
        self._atlas, self._language = atlas, language
        self._entries: list[list[Any]] = []
        self._at = _places(atlas)
        self._apart: dict[str, dict[str, str]] = {}
        for place in self._at:
            page, _, anchor = place.partition("#")
            if anchor:
                self._apart.setdefault(page, {})[anchor] = place

    def add(self, page: Page, markdown: str) -> None:
        """Take a page, written as Markdown with HTML."""
        here = self._apart.get(page.address, {})
        found = sections(page.address, markdown, here)
        weight = boost(page.address) if page.boost is None else page.boost
        self._enter(page.address, page.title, weight, _joined(s for s in found if s.anchor not in here))
        for anchor in dict.fromkeys(s.anchor for s in found if s.anchor in here):
            entity = self._atlas[self._at[here[anchor]]]
            weight = WEIGHTS_OF_ENTRIES[self._atlas.kind_of[entity.id]]
            parts = [replace(part, anchor="", heading="") for part in _joined(s for s in found if s.anchor == anchor)]
            self._enter(here[anchor], label(entity, self._language), weight, parts)

    def _enter(self, location: str, title: str, weight: float, parts: list[Section]) -> None:
        identifier = self._at.get(location)
        entity = self._atlas[identifier] if identifier else None
        names = list(_names_of(self._atlas, entity.id)) if entity else []
        formulas = [formula.latex for formula in getattr(entity, "formulas", ())]
        rows = [[part.anchor, part.heading, part.text] for part in parts]
        self._entries.append([location, title, round(weight, 2), names, formulas, rows])

    def write(self, file: Path) -> None:
        """Write the index as JSON in one line."""
        content = {
            "fold": _fold(),
            "words": _words(self._atlas) if self._language != "en" else [],
            "entries": self._entries,
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _joined(parts: Iterable[Section]) -> list[Section]:
    """Sections of a page, what stands around facts as one."""
    found: dict[tuple[str, bool], Section] = {}
    for part in parts:
        joined = found.setdefault((part.anchor, part.facts), replace(part, pieces=[]))
        joined.pieces.extend([" ", part.text])
    return list(found.values())


def _places(atlas: Atlas) -> dict[str, str]:
    """Entities by their address, the first where several share one."""
    found: dict[str, str] = {}
    for entity in atlas:
        kind = atlas.kind_of[entity.id]
        hidden = isinstance(entity, Term) and entity.role not in SHOWN_TERMS
        if kind in PAGES_OF_KINDS and not hidden:
            found.setdefault(address(kind, entity.id), entity.id)
    return found


@cache
def _wordings() -> dict[str, list[str]]:
    """How people put it: further wordings by the id of the entity that they mean."""
    wordings: dict[str, list[str]] = yaml.safe_load(WORDINGS.read_text(encoding="utf-8"))
    return wordings


@cache
def _names_of(atlas: Atlas, identifier: str) -> tuple[str, ...]:
    """Names of an entity, each once; the same in the index of every language."""
    return tuple(dict.fromkeys(_names(atlas[identifier])))


def _names(entity: Entity) -> Iterator[str]:
    """Names of an entity in all languages and both scripts, also the parts of names with parentheses."""
    if isinstance(entity, Claim):
        yield from filter(None, [entity.source.item])
        return
    for name in (*names_of(entity), *_wordings().get(entity.id, ())):
        yield name
        if parts := _PARENTHESES.match(name):
            yield from parts.groups()
        if isinstance(entity, Paper) and ":" in name:
            yield name.partition(":")[0]
        if not name.isascii() and tw2s(name) != (simplified := to_zh_hans(name)):
            yield simplified  # another word on the mainland, and not only other characters
    if isinstance(entity, Paper):
        cited = f"{entity.authors[0].split()[-1]} {entity.first_published[:4]}"
        yield from (cited, f"{cited} {entity.title.partition(':')[0]}")


@cache
def _fold() -> str:
    """Pairs of a Traditional character and its Simplified one, one after the other."""
    characters = [chr(number) for number in _HAN]
    simplified = tw2s("\n".join(characters)).split("\n")
    return "".join(a + b for a, b in zip(characters, simplified, strict=True) if a != b and ord(b) < 0x10000)


def _words(atlas: Atlas) -> list[list[str]]:
    """Words that differ between Taiwan and the mainland, both in Simplified characters.

    Rows and columns are left out: the same two characters mean the opposite of each other.
    """
    pairs: dict[str, str] = {}
    for term in atlas.of("term"):
        ours, theirs = tw2s(term.zh_hant), term.zh_hans
        if term.role in ("glossary", "conversion") and ours != theirs and _WORD.match(ours) and _WORD.match(theirs):
            pairs.setdefault(ours, theirs)
    return [list(pair) for pair in sorted(pairs.items())]

"""The text of a page as the search keeps it: sections with their anchors, without lists that stand elsewhere too."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace

import lxml.html

from posatlas.generators.text import plain_maths

LONGEST = 6000  # characters of a section; what is longer is a list of things that have pages of their own
# Classes of what leads elsewhere, repeats another page, or is the outcome of runs.
SKIPPED = frozenset(
    "trail depths chips counts reasons yaml sources claim-rows claim-place claim-head checks laws runs criteria "
    "aliases badge status cite word locator headerlink claim-list steps awaiting disclaimer figure sr".split()
)
# Sections that say of every method the same, or name others.
REPEATED = frozenset("claims laws mutants lineage run".split())
# Pages that are lists of other pages: what stands before the first heading tells enough.
LISTS = frozenset(["changes/", "explore/", "c/"])
_SKIPPED_TAGS = frozenset("dt thead script style template button nav svg summary time".split())
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{2,3} (.*?)(?: \{#([\w-]+)\})?$", re.MULTILINE)
_FRONT = re.compile(r"\A---\n.*?^---\n", re.MULTILINE | re.DOTALL)
_INLINE = frozenset("a abbr b code em i small span strong sub sup time mark".split())
_CLAIM_PAGES = "c/"


@dataclass
class Section:
    """A heading with its anchor, and the text below it; the first section of a page has neither."""

    anchor: str = ""
    heading: str = ""
    facts: bool = False  # a list of facts, apart from the running text
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text in one line, cut where it is a long list."""
        return " ".join("".join(self.pieces).split())[:LONGEST]


def sections(address: str, markdown: str, apart: Container[str]) -> list[Section]:
    """Sections of a page in their order; an element whose id is in `apart` is a section of its own."""
    body = _FENCE.sub("", _FRONT.sub("", markdown))
    html = _HEADING.sub(lambda m: f'<h2 id="{m[2] or ""}">{m[1]}</h2>', body)
    reader = _Reader(address, apart)
    reader.read(lxml.html.fragment_fromstring(html, create_parent="div"))
    found = reader.sections[:1] if address in LISTS else reader.sections
    return [s for s in found if s.anchor in apart or (s.text and s.anchor not in REPEATED)]


class _Reader:
    def __init__(self, address: str, apart: Container[str]) -> None:
        self.sections = [Section()]
        self._claims = not address.startswith(_CLAIM_PAGES)
        self._apart = apart

    def read(self, element: lxml.html.HtmlElement) -> None:
        """Take the text of an element and of what it holds."""
        for child in self._opened(element):
            if not self._skipped(child):
                anchor = child.get("id", "")
                if child.tag in ("h2", "h3") and anchor:
                    self.sections.append(Section(anchor, " ".join(child.text_content().split())))
                elif anchor in self._apart:
                    self._read_apart(child, Section(anchor))
                elif child.tag == "dl" and "facts" in child.get("class", ""):
                    self._read_apart(child, replace(self.sections[-1], facts=True, pieces=[]))
                elif "data-maths" in child.attrib:
                    self._add(plain_maths(child.text or ""))
                elif child.tag != "h1" or child.get("class") == "statement":
                    self._read_inside(child)
            self._add(child.tail or "")

    def _opened(self, element: lxml.html.HtmlElement) -> Iterator[lxml.html.HtmlElement]:
        self._add(element.text or "")
        yield from (child for child in element if isinstance(child.tag, str))

    def _read_inside(self, child: lxml.html.HtmlElement) -> None:
        space = "" if child.tag in _INLINE else " "
        self._add(space)
        self.read(child)
        self._add(space)

    def _read_apart(self, child: lxml.html.HtmlElement, section: Section) -> None:
        above = self.sections[-1]
        self.sections.append(section)
        self.read(child)
        self.sections.append(replace(above, pieces=[]))

    def _skipped(self, child: lxml.html.HtmlElement) -> bool:
        if child.tag in _SKIPPED_TAGS or "data-search-exclude" in child.attrib:
            return True
        classes = child.get("class", "").split()
        return not SKIPPED.isdisjoint(classes) or (self._claims and child.tag == "article" and "claim" in classes)

    def _add(self, text: str) -> None:
        if text:
            self.sections[-1].pieces.append(text)

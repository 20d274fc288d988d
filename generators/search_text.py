"""The text of a page as the search keeps it: sections with their anchors, without lists that stand elsewhere too."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field, replace

import lxml.etree  # type: ignore[import-untyped]

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
# What is skipped and long is cut out before anything is parsed; neither holds another of its own kind.
_CHECKS = re.compile(r'<table class="checks.*?</table>', re.DOTALL)
_CLAIM = re.compile(r'<article class="claim\b.*?</article>', re.DOTALL)
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
    if address in LISTS and (heading := _HEADING.search(body)):
        body = body[: heading.start()]
    body = _CHECKS.sub("", body)
    if not address.startswith(_CLAIM_PAGES):
        body = _CLAIM.sub("", body)
    html = _HEADING.sub(lambda m: f'<h2 id="{m[2] or ""}">{m[1]}</h2>', body)
    reader = _Reader(address, apart)
    parser = lxml.etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    reader.read(lxml.etree.fromstring(f"<html><body>{html}</body></html>".encode(), parser)[0])
    return [s for s in reader.sections if s.anchor in apart or (s.text and s.anchor not in REPEATED)]


class _Reader:
    def __init__(self, address: str, apart: Container[str]) -> None:
        self.sections = [Section()]
        self._claims = not address.startswith(_CLAIM_PAGES)
        self._apart = apart

    def read(self, element: lxml.etree._Element) -> None:
        """Take the text of an element and of what it holds."""
        self._add(element.text)
        for child in element:
            get = child.get
            classes = get("class")
            if not self._skipped(child.tag, classes) and get("data-search-exclude") is None:
                self._take(child, child.tag, classes, get("id") or "")
            self._add(child.tail)

    def _take(self, child: lxml.etree._Element, tag: str, classes: str | None, anchor: str) -> None:
        if tag in ("h2", "h3") and anchor:
            self.sections.append(Section(anchor, " ".join("".join(child.itertext()).split())))
        elif anchor and anchor in self._apart:
            self._read_apart(child, Section(anchor))
        elif tag == "dl" and classes and "facts" in classes:
            self._read_apart(child, replace(self.sections[-1], facts=True, pieces=[]))
        elif tag == "span" and child.get("data-maths") is not None:
            self._add(plain_maths(child.text or ""))
        elif tag in _INLINE:
            self.read(child)
        elif tag != "h1" or classes == "statement":
            self._add(" ")
            self.read(child)
            self._add(" ")

    def _read_apart(self, child: lxml.etree._Element, section: Section) -> None:
        above = self.sections[-1]
        self.sections.append(section)
        self.read(child)
        self.sections.append(replace(above, pieces=[]))

    def _skipped(self, tag: str, classes: str | None) -> bool:
        if tag in _SKIPPED_TAGS:
            return True
        if not classes:
            return False
        names = classes.split()
        return not SKIPPED.isdisjoint(names) or (self._claims and tag == "article" and "claim" in names)

    def _add(self, text: str | None) -> None:
        if text:
            self.sections[-1].pieces.append(text)

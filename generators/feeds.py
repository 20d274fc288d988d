"""Atom feeds (RFC 4287) of a language: new entries, and changes of verdict. All dates are those of the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, address
from posatlas.generators.news import Batch, Reconsidered, news
from posatlas.generators.site import Site
from posatlas.schema import Claim, Entity, Paper, Text

__all__ = ["ALONE", "FEEDS", "MOST", "WORD_OF_KIND", "write_feeds"]

MOST: Final = 60  # entries of a feed
ALONE: Final = 6  # entities of one kind and day that are entries of their own; of more there is one entry
FEEDS: Final = {"feed.xml": ("feed-new", "feed-new-title"), "verdicts.xml": ("feed-verdicts", "feed-verdicts-title")}
"""Files with what a link to them is called, and their title: words of the interface."""
WORD_OF_KIND: Final = {
    "method": "methods",
    "comparison": "comparison",
    "claim": "claims",
    "misconception": "misconceptions",
    "metric": "metrics",
    "technique": "techniques",
    "lesson": "news-lessons",
    "case": "news-cases",
    "thesis": "theses",
    "model": "models",
    "paper": "papers",
    "event": "news-events",
    "organisation": "companies",
    "library": "libraries",
}
_ATOM: Final = "http://www.w3.org/2005/Atom"
_ABOUT: Final = ("glance", "statement", "definition", "about", "goal", "note")


class _Entry(NamedTuple):
    """An entry: permanent address, day, title, page, kind, summary, and HTML where there is more to show."""

    id: str
    date: str
    title: str
    page: str
    kind: str
    summary: str
    html: str = ""


def write_feeds(site: Site, folder: Path, root: str) -> None:
    """Write the feeds of a language into the folder of its pages; `root` is the public address of the site.

    Where no history is kept, there are none.
    """
    base = root + FOLDER_OF_LANGUAGE[site.language]
    found = news(site.atlas)
    entries = {
        "feed.xml": [entry for batch in found.batches for entry in _of_batch(site, batch, base)],
        "verdicts.xml": [_of_change(site, change, base) for change in found.reconsidered],
    }
    for file, listed in entries.items():
        target = folder / file
        if not found.batches:
            target.unlink(missing_ok=True)
            continue
        content = _feed(site, file, listed[:MOST], base, found.batches[0].date)
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def _of_batch(site: Site, batch: Batch, base: str) -> Iterator[_Entry]:
    if len(batch.entities) <= ALONE:
        for entity in batch.entities:
            page = base + address(batch.kind, entity.id)
            title = site.short(entity.statement, 120) if isinstance(entity, Claim) else site.name(entity)
            yield _Entry(page, batch.date, title, page, batch.kind, _about(site, entity))
        return
    count = len(batch.entities)
    title = site.word("batch-title", date=batch.date, kind=site.word(WORD_OF_KIND[batch.kind]), n=count)
    page = f"{base}changes/#d{batch.date}-{batch.kind}"
    names = [site.name(entity) for entity in batch.entities[:ALONE]] if batch.kind != "claim" else []
    summary = site.word("list-comma").join(names) + (" …" if names else "")
    yield _Entry(page, batch.date, title, page, batch.kind, summary or title, _listed(site, batch, base))


def _listed(site: Site, batch: Batch, base: str) -> str:
    """HTML with a link to each entity; of claims, with their number for each subject."""
    if batch.kind == "claim":
        rows: Iterable[tuple[str, str, str]] = (
            (address(site.atlas.kind_of[subject], subject), site.name(site.atlas[subject]), str(len(claims)))
            for subject, claims in batch.by_subject()
        )
    else:
        rows = ((address(batch.kind, entity.id), site.name(entity), "") for entity in batch.entities)
    colon = site.word("colon")
    items = (
        f'<li><a href="{escape(base + place)}">{escape(name)}</a>{escape(colon + count) if count else ""}</li>'
        for place, name, count in rows
    )
    return f"<ul>{''.join(items)}</ul>"


def _of_change(site: Site, change: Reconsidered, base: str) -> _Entry:
    claim = change.claim
    title = site.word(
        "verdict-change-title",
        before=site.word(f"verdict-{change.before}"),
        after=site.word(f"verdict-{change.after}"),
        statement=site.short(claim.statement, 80),
    )
    summary = site.without_markup(claim.statement)
    for field in ("correction", "conditions"):
        text = getattr(claim, field)
        if text is not None:
            word = "correction" if field == "correction" else "condition"
            summary += f" {site.word(word)}{site.word('colon')}{site.without_markup(text)}"
    page = base + address("claim", claim.id)
    return _Entry(f"{base}changes/#{claim.id}-{change.number}", change.date, title, page, "claim", summary)


def _about(site: Site, entity: Entity) -> str:
    """What an entity is, in one text without marks."""
    if isinstance(entity, Paper):
        return f"{', '.join(entity.authors)} ({entity.first_published})"
    for field in _ABOUT:
        text = getattr(entity, field, None)
        if isinstance(text, Text):
            return site.without_markup(text)
    return site.name(entity)


def _feed(site: Site, file: str, entries: list[_Entry], base: str, newest: str) -> bytes:
    """The XML of a feed. `newest` is its date where it has no entry."""
    ElementTree.register_namespace("", _ATOM)
    feed = ElementTree.Element(f"{{{_ATOM}}}feed", {"xml:lang": site.language})
    _add(feed, "id", base + file)
    _add(feed, "title", site.word(FEEDS[file][1]))
    _add(feed, "updated", _moment(max((entry.date for entry in entries), default=newest)))
    _add(_add(feed, "author"), "name", site.word("feed-author"))
    _add(feed, "rights", "CC BY 4.0")
    _add(feed, "link", rel="self", type="application/atom+xml", href=base + file)
    _add(feed, "link", rel="alternate", type="text/html", href=f"{base}changes/")
    for entry in entries:
        one = _add(feed, "entry")
        _add(one, "id", entry.id)
        _add(one, "title", entry.title)
        _add(one, "published", _moment(entry.date))
        _add(one, "updated", _moment(entry.date))
        _add(one, "link", rel="alternate", type="text/html", href=entry.page)
        _add(one, "category", term=entry.kind, label=site.word(WORD_OF_KIND[entry.kind]))
        _add(one, "summary", entry.summary)
        if entry.html:
            _add(one, "content", entry.html, type="html")
    ElementTree.indent(feed, "")
    written: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, f"{{{_ATOM}}}{name}", attributes)
    if text:
        element.text = text
    return element


def _moment(date: str) -> str:
    """A day as RFC 3339 has it: its beginning."""
    return f"{date}T00:00:00Z"

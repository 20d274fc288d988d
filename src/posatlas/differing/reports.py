"""A difference as text for a terminal, Markdown for a pull request, JSON, or an entry of the changelog."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from posatlas.differing.changes import DataDiff, TouchedText
from posatlas.words import with_article

__all__ = ["MARK", "changelog", "report"]

MARK: Final = "<!-- posatlas diff -->"
"""First line of the Markdown report, by which a comment that holds an older one is found."""

_MOST: Final = 40  # rows of one section in a report; all of them are in the JSON
_UNSAFE: Final = re.compile(r"[\\`*_{}\[\]<>()#+!|@~&$]")

Section = tuple[str, list[str]]


def report(diff: DataDiff, style: Literal["text", "json", "markdown"]) -> str:
    """The whole difference in one style."""
    if style == "json":
        return json.dumps(diff.as_json(), ensure_ascii=False, indent=1)
    sections = [(title, rows) for title, rows in _sections(diff) if rows]
    return _markdown(diff, sections) if style == "markdown" else _text(diff, sections)


def _sections(diff: DataDiff) -> Iterator[Section]:
    yield "What cannot be read", diff.unreadable_after
    yield "Ids removed (major)", [f"{i} ({kind})" for i, kind in diff.removed.items()]
    yield "Ids moved (major)", [f"{i} -> {', '.join(to) or '?'}" for i, to in diff.moved.items()]
    redefined = [f"{i}: was {with_article(a)}, is {with_article(b)}" for i, (a, b) in diff.redefined.items()]
    yield "Ids redefined (major)", redefined
    yield "Verdicts changed", [f"{v.id}: {v.before} -> {v.after}" for v in diff.verdicts]
    yield "Entities added", [f"{i} ({kind})" for i, kind in diff.added.items()]
    yield "Entities changed", [f"{c.id} ({c.kind}): {', '.join(c.fields)}" for c in diff.changed]
    yield "Edges added", [f"{e.source} {e.relation} {e.target}" for e in diff.edges_added]
    yield "Edges removed", [f"{e.source} {e.relation} {e.target}" for e in diff.edges_removed]
    yield "Edges changed", [f"{e.source} {e.relation} {e.target}" for e in diff.edges_changed]
    yield "Cells touched", [f"{c.name}: {c.what}" for c in diff.cells]
    yield "Statements of documents touched", [f"{c.name}: {c.what}" for c in diff.items]
    yield "Measurements touched", [f"{c.name}: {c.what}" for c in diff.measured]
    yield "Texts touched", [_text_row(t) for t in diff.texts]
    yield f"Could not be read at {diff.before}", diff.unreadable_before


def _text_row(touched: TouchedText) -> str:
    row = f"{touched.id} {touched.place}: {' and '.join(touched.changed)}"
    return f"{row}; {' and '.join(touched.unchanged)} may be older now" if touched.unchanged else row


def _summary(diff: DataDiff) -> str:
    if diff.level == "none" and not (diff.unreadable_after or diff.unreadable_before):
        return "The data are the same."
    counts = (
        (len(diff.added), "added"),
        (len(diff.changed), "changed"),
        (len(diff.removed), "removed"),
        (len(diff.moved) + len(diff.redefined), "moved or redefined"),
    )
    entities = ", ".join(f"{n:,} {what}" for n, what in counts)
    edges = f"{len(diff.edges_added):,} added, {len(diff.edges_removed):,} removed, {len(diff.edges_changed):,} changed"
    verdicts = f"{len(diff.verdicts):,} changed"
    return f"Entities: {entities}. Edges: {edges}. Verdicts: {verdicts}. Release: {diff.level}."


def _text(diff: DataDiff, sections: Sequence[Section]) -> str:
    lines = [f"{diff.before} -> {diff.after}", _summary(diff)]
    for title, rows in sections:
        lines += ["", f"{title} ({len(rows):,})", *(f"  {_printable(row)}" for row in rows)]
    return "\n".join(lines)


def _markdown(diff: DataDiff, sections: Sequence[Section]) -> str:
    lines = [MARK, f"### Data: {_safe(diff.before)} → {_safe(diff.after)}", "", _summary(diff)]
    for title, rows in sections:
        folded = len(rows) > 10
        lines += [
            "",
            f"<details><summary>{_safe(title)} ({len(rows):,})</summary>" if folded else f"**{_safe(title)}**",
            "",
        ]
        lines += [f"- {_safe(row)}" for row in rows[:_MOST]]
        if len(rows) > _MOST:
            # Its commit stands beside it; in a code span nothing but the backquote is read.
            revision = _printable(diff.before.partition(" ")[0]).replace("`", "")
            lines.append(f"- … and {len(rows) - _MOST:,} more: `posatlas diff {revision} --format json`")
        if folded:
            lines += ["", "</details>"]
    return "\n".join(lines) + "\n"


def changelog(diff: DataDiff, version: str, date: str) -> str:
    """An entry of CHANGELOG.md for people who use the data. What is only reworded is counted, not listed."""
    moved = [f"`{i}`, now {_list(to) or '?'}" for i, to in diff.moved.items()]
    redefined = [f"`{i}` was {with_article(a)} and is {with_article(b)}" for i, (a, b) in diff.redefined.items()]
    sections: tuple[Section, ...] = (
        ("Removed", [*_ids(diff.removed.items()), *moved, *_statements(diff, "removed")]),
        ("Redefined", redefined),
        ("Verdicts", [f"`{v.id}`: {v.before} → {v.after}" for v in diff.verdicts]),
        ("Added", [*_ids(diff.added.items()), *_statements(diff, "added")]),
        ("Changed", _reworded(diff)),
    )
    lines = [f"## {version} — {date}", ""]
    for title, rows in sections:
        if rows:
            lines += [f"### {title}", "", *(f"- {row}" for row in rows), ""]
    if len(lines) == 2:
        lines += ["No change of the data.", ""]
    return "\n".join(lines)


def _list(ids: Iterable[str]) -> str:
    return ", ".join(f"`{identifier}`" for identifier in ids)


def _ids(found: Iterable[tuple[str, str]]) -> Iterator[str]:
    by_kind: dict[str, list[str]] = {}
    for identifier, kind in found:
        by_kind.setdefault(kind, []).append(identifier)
    for kind, ids in sorted(by_kind.items()):
        yield f"{kind}: {_list(ids)}"


def _statements(diff: DataDiff, what: str) -> Iterator[str]:
    """Statements of documents that were added or removed: they have numbers of their own, and no files."""
    if names := [item.name for item in diff.items if item.what == what]:
        yield f"statement: {_list(names)}"


def _reworded(diff: DataDiff) -> list[str]:
    judged = {v.id for v in diff.verdicts}
    kinds = [change.kind for change in diff.changed if change.id not in judged]
    kinds += ["statement" for item in diff.items if item.what == "changed"]
    kinds += ["measurement" for _ in diff.measured]
    return [
        f"{kind}: {number:,} {'entry' if number == 1 else 'entries'}" for kind, number in sorted(Counter(kinds).items())
    ]


def _safe(text: str) -> str:
    """Text that Markdown shows as it is: it names nobody, links nowhere and holds no HTML."""
    return _UNSAFE.sub(lambda match: f"&#{ord(match[0])};", _printable(text))


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)

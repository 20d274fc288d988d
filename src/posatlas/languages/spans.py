"""Spans of a text that no language rule may touch: code, maths, addresses, ids, placeholders, tags.

A span splits the text around it: no word is matched across one. The label of `[[id|label]]` is ordinary text,
so such a link gives two spans, `[[id|` and `]]`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["MASKED_CONTENT", "MASKED_MARKUP", "Span", "mask", "protected_spans"]

_FILE_ENDINGS = (
    "bib|cfg|cpp|css|csv|cu|gz|html|ini|ipynb|js|json|lock|md|png|pdf|py|rst|safetensors|sh|svg|toml|ts|tsv|txt|yaml|yml"
)

# Each pattern with its kind, in the order in which they are tried at one place.
_PATTERNS = (
    ("code-block", r"(?P<fence>```+|~~~+)[\s\S]*?(?P=fence)"),
    ("code", r"(?P<tick>`+)(?!`)[\s\S]+?(?<!`)(?P=tick)(?!`)"),
    ("display-maths", r"\$\$[\s\S]+?\$\$"),
    ("maths", r"(?<!\\)\$(?!\s)(?:\\[\s\S]|[^$\\\n]|\n(?!\s*\n))+?(?<!\s)\$"),
    ("entity-link", r"\[\[[a-z0-9-]+(?:\]\]|\|(?=[^\[\]|]+\]\]))"),
    ("claim-reference", r"\[@[^\[\]]*\]"),
    ("placeholder", r"\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}|\{[A-Za-z_][\w.:!-]*\}"),
    ("html", r"<!--[\s\S]*?-->|</?[A-Za-z][\w-]*(?:\s+[\w:@-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=`]+))?)*\s*/?>"),
    ("url", r"\b(?:https?|ftp)://[^\s<>\"'`「」『』（），。；：！？、《》\u3000]*[^\s<>\"'`「」『』（），。；：！？、《》\u3000.,;:!?)\]]"),
    ("e-mail", r"\b[A-Za-z0-9][\w.+-]*@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"),
    ("doi", r"(?:\bdoi:\s?)?\b10\.\d{4,9}/[A-Za-z0-9._;()/:-]*[A-Za-z0-9)]"),
    ("arxiv", r"\barXiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"),
    ("file-name", rf"(?<![\w/.])[A-Za-z0-9_.~/-]*[A-Za-z0-9_-]\.(?:{_FILE_ENDINGS})(?![A-Za-z0-9_])"),
)
_PROTECTED = re.compile(
    "|".join(f"(?P<k{number}>{pattern})" for number, (_, pattern) in enumerate(_PATTERNS)), re.ASCII
)
_KINDS = {f"k{number}": kind for number, (kind, _) in enumerate(_PATTERNS)}

# Every span begins with one of these, or holds a dot or a colon between Latin letters.
_MAY_HOLD_SPANS = re.compile(r"[`$\[{<@~]|://|\.[A-Za-z0-9]|arXiv:|[0-9]/")

MASKED_CONTENT = "\ue000"
"""Stands for each character of a masked span that reads like a Latin word (code, maths, an address)."""

MASKED_MARKUP = "\ue001"
"""Stands for each character of a masked span that a reader does not see (link brackets, references, tags)."""

_MARKUP_KINDS = frozenset({"entity-link", "claim-reference", "html"})


class Span(NamedTuple):
    """A protected piece of a text: `text[start:end]`, and what kind of thing it is."""

    start: int
    end: int
    kind: str


def protected_spans(text: str) -> list[Span]:
    """Return the spans of `text` that conversion and checks leave alone, in order, never overlapping."""
    if not _MAY_HOLD_SPANS.search(text):
        return []
    spans = []
    labels_open = 0
    position = 0
    for match in _PROTECTED.finditer(text):
        if labels_open:
            labels_open -= _close_labels(text, position, match.start(), spans)
        kind = _KINDS[next(name for name in match.groupdict() if name[0] == "k" and match[name] is not None)]
        spans.append(Span(match.start(), match.end(), kind))
        labels_open += kind == "entity-link" and text[match.end() - 1] == "|"
        position = match.end()
    if labels_open:
        _close_labels(text, position, len(text), spans)
    return spans


def _close_labels(text: str, start: int, end: int, spans: list[Span]) -> int:
    """Add the `]]` that ends a link label between `start` and `end`; return how many were found (0 or 1)."""
    close = text.find("]]", start, end)
    if close < 0:
        return 0
    spans.append(Span(close, close + 2, "entity-link"))
    return 1


def mask(text: str, spans: list[Span] | None = None) -> str:
    """Return `text` with every protected span blotted out and every offset kept.

    Code, maths and addresses become `MASKED_CONTENT`, link brackets, references and tags `MASKED_MARKUP`.
    """
    if spans is None:
        spans = protected_spans(text)
    if not spans:
        return text
    pieces = []
    position = 0
    for start, end, kind in spans:
        pieces.append(text[position:start])
        whole_link = kind == "entity-link" and text[end - 1] == "]" and end - start > 2
        invisible = kind in _MARKUP_KINDS and not whole_link
        pieces.append((MASKED_MARKUP if invisible else MASKED_CONTENT) * (end - start))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)

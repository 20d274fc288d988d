"""Spans of a text that no language rule may touch: code, maths, addresses, ids, placeholders, tags.

A span splits the text around it: no word is matched across one. The label of `[[id|label]]` is ordinary text,
so such a link gives two spans, `[[id|` and `]]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["MASKED_CONTENT", "MASKED_MARKUP", "MASKED_NAME", "Span", "mask", "protected_spans"]

_FILE_ENDINGS = (
    "bib|cfg|cpp|css|csv|cu|gz|html|ini|ipynb|js|json|lock|md|png|pdf|py|rst|safetensors|sh|svg|toml|ts|tsv"
    "|txt|yaml|yml"
)

_NOT_IN_ADDRESS = r"\s<>\"'`「」『』“”‘’（），。；：！？、《》\u3000"
_ATTRIBUTE = r"\s+[\w:@-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=`]+))?"

# Each pattern with its kind, in the order in which they are tried at one place.
_PATTERNS = (
    ("code-block", r"(?<![`~])(?P<fence>```++|~~~++)[\s\S]*?(?P=fence)"),
    ("code", r"(?<!`)(?P<tick>`++)[\s\S]+?(?<!`)(?P=tick)(?!`)"),
    ("display-maths", r"\$\$[\s\S]+?\$\$"),
    ("maths", r"(?<!\\)\$(?!\s)(?:\\[\s\S]|[^$\\\n]|\n(?!\s*\n))+?(?<!\s)\$"),
    ("entity-link", r"\[\[[a-z0-9-]+(?:\]\]|\|(?=[^\[\]|]+\]\]))"),
    ("claim-reference", r"\[@[^\[\]]*\]"),
    ("placeholder", r"\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}|\{[A-Za-z_][\w.:!-]*\}"),
    ("html", rf"<!--[\s\S]*?-->|</?[A-Za-z][\w-]*(?:{_ATTRIBUTE})*\s*/?>"),
    ("url", rf"\b(?:https?|ftp)://[^{_NOT_IN_ADDRESS}]*[^{_NOT_IN_ADDRESS}.,;:!?)\]]"),
    ("e-mail", r"\b[A-Za-z0-9][\w.+-]*@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"),
    ("doi", r"(?:\bdoi:\s?)?\b10\.\d{4,9}/[A-Za-z0-9._;()/:-]*[A-Za-z0-9)]"),
    ("arxiv", r"\barXiv:\s?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"),
    ("file-name", rf"(?<![\w/.])[A-Za-z0-9_.~/-]*[A-Za-z0-9_-]\.(?:{_FILE_ENDINGS})(?![A-Za-z0-9_])"),
)
_KINDS = {f"k{number}": kind for number, (kind, _) in enumerate(_PATTERNS)}
_ADDRESSES = ("url", "e-mail", "doi", "arxiv", "file-name")


def _any_of(first: str, wanted: Callable[[str], bool]) -> re.Pattern[str]:
    pieces = [f"(?P<k{i}>{pattern})" for i, (kind, pattern) in enumerate(_PATTERNS) if wanted(kind)]
    return re.compile(f"(?=[{first}])(?:{'|'.join(pieces)})", re.ASCII)


# Most texts hold markup only; the slower pattern runs where a text may hold an address or the name of a file.
_MARKUP_FIRST = r"`~$\[{<"
_MARKUP = _any_of(_MARKUP_FIRST, lambda kind: kind not in _ADDRESSES)
_ALL = _any_of(_MARKUP_FIRST + r"\w./-", lambda kind: True)
_MAY_HOLD_MARKUP = re.compile(r"[`~$\[{<]")
_MAY_HOLD_ADDRESS = re.compile(r"://|[\w]@[\w]|\.[A-Za-z]|10\.\d{4}|arXiv:", re.ASCII)

MASKED_CONTENT = "\ue000"
"""Stands for each character of a masked span that reads like a Latin word (code, maths, an address)."""

MASKED_MARKUP = "\ue001"
"""Stands for each character of a masked span that a reader does not see (link brackets, references, tags)."""

MASKED_NAME = "\ue002"
"""Stands for each character of `[[id]]`, which a reader sees as a name in Chinese or Latin letters."""

_MARKUP_KINDS = frozenset({"entity-link", "claim-reference", "html"})


class Span(NamedTuple):
    """A protected piece of a text: `text[start:end]`, and what kind of thing it is."""

    start: int
    end: int
    kind: str


def protected_spans(text: str) -> list[Span]:
    """Return the spans of `text` that conversion and checks leave alone, in order, never overlapping."""
    if _MAY_HOLD_ADDRESS.search(text):
        pattern = _ALL
    elif _MAY_HOLD_MARKUP.search(text):
        pattern = _MARKUP
    else:
        return []
    spans: list[Span] = []
    labels_open = 0
    position = 0
    for match in pattern.finditer(text):
        start, end = match.span()
        if labels_open:
            labels_open -= _close_labels(text, position, start, spans)
        kind = _KINDS[match.lastgroup or ""]
        spans.append(Span(start, end, kind))
        labels_open += kind == "entity-link" and text[end - 1] == "|"
        position = end
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

    Code, maths and addresses become `MASKED_CONTENT`, link brackets, references and tags `MASKED_MARKUP`,
    links without a label `MASKED_NAME`.
    """
    if spans is None:
        spans = protected_spans(text)
    if not spans:
        return text
    pieces: list[str] = []
    position = 0
    for start, end, kind in spans:
        pieces.append(text[position:start])
        whole_link = kind == "entity-link" and text[end - 1] == "]" and end - start > 2
        sign = MASKED_NAME if whole_link else MASKED_MARKUP if kind in _MARKUP_KINDS else MASKED_CONTENT
        pieces.append(sign * (end - start))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)

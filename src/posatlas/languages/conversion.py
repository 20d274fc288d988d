"""Deriving Simplified Chinese from Traditional Chinese: OpenCC `tw2s` and our own list of terms.

The list is matched on the Traditional source, left to right, the longest row at each place, in a single
pass. A replaced piece is final. What lies between goes through `tw2s`, which changes characters only.
Converting a second time is wrong: 檔案 becomes 文件 (file), which would become 文档 (document); rows and
columns would swap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from .spans import protected_spans
from .terms import term_list

__all__ = ["MissingConverter", "TermConverter", "to_zh_hans", "tw2s", "unfold"]


class MissingConverter(ImportError):
    """The package that converts Chinese characters is not installed."""


@cache
def _opencc() -> Any:
    try:
        from opencc import OpenCC  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingConverter(
            "Simplified Chinese needs the Python package opencc-python-reimplemented. Install it:  "
            'pip install "posatlas[site]"'
        ) from error
    return OpenCC("tw2s")


@lru_cache(maxsize=65_536)
def tw2s(text: str) -> str:
    """Convert `text` from Traditional (Taiwan) to Simplified Chinese, characters only."""
    return text if text.isascii() else str(_opencc().convert(text))


class TermConverter:
    """Converts text by a list of pairs, longest match first, and by `tw2s` between the matches."""

    def __init__(self, pairs: Mapping[str, str]) -> None:
        """Take pairs of a Traditional word and its Simplified one."""
        self._pairs = dict(pairs)
        self._words = re.compile(_longest_first(self._pairs)) if self._pairs else None

    def __call__(self, text: str) -> str:
        """Return `text` in Simplified Chinese, its protected spans byte for byte as they were."""
        if text.isascii():
            return text
        pieces: list[str] = []
        position = 0
        for start, end, _ in protected_spans(text):
            self._convert(text[position:start], pieces)
            pieces.append(text[start:end])
            position = end
        self._convert(text[position:], pieces)
        return "".join(pieces)

    def _convert(self, text: str, pieces: list[str]) -> None:
        position = 0
        for match in self._words.finditer(text) if self._words else ():
            start = match.start()
            if start > position:
                pieces.append(tw2s(text[position:start]))
            pieces.append(self._pairs[match[0]])
            position = match.end()
        if position < len(text):
            pieces.append(tw2s(text[position:]))


def _longest_first(words: Iterable[str]) -> str:
    """Return a pattern that matches the longest of `words` at a place, one branch a first character."""
    by_first: dict[str, list[str]] = {}
    for word in words:
        by_first.setdefault(word[0], []).append(word[1:])
    branches = []
    for first, rests in sorted(by_first.items()):
        rests.sort(key=lambda rest: (-len(rest), rest))
        boundary = r"(?<![A-Za-z0-9])" if first.isascii() else ""
        branches.append(f"{boundary}{re.escape(first)}(?:{'|'.join(map(re.escape, rests))})")
    firsts = "".join(map(re.escape, sorted(by_first)))
    return f"(?=[{firsts}])(?:{'|'.join(branches)})"


@cache
def _converter() -> TermConverter:
    return TermConverter({term.zh_hant: term.zh_hans for term in term_list()})


@lru_cache(maxsize=65_536)
def to_zh_hans(text: str) -> str:
    """Derive Simplified Chinese, as written on the mainland, from Traditional Chinese, as written in Taiwan.

    Code, maths, addresses, file names, ids, references, placeholders and tags stay byte for byte. Feed it
    Traditional Chinese only, and once only: it is not idempotent.

    >>> to_zh_hans("把檔案載入記憶體。")
    '把文件加载内存。'
    """
    return _converter()(text)


_WIDE = "\u2e80-\u2fff\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60“”‘’《》—…"
_NO_SPACE_BESIDE = "、。，；：！？（）「」『』《》"
_FOLD = re.compile(
    rf"(?<=[{_WIDE}])[ \n](?=[{_WIDE}])|(?<=[{_NO_SPACE_BESIDE}]) |(?<=\S) (?=[{_NO_SPACE_BESIDE}])"
)


def unfold(text: str) -> str:
    """Remove the spaces that folding lines (YAML's `>-`) puts between two Chinese characters.

    Also those beside full-width punctuation, where Chinese text has none. Spaces between Chinese and Latin
    stay, and so does everything inside protected spans.
    """
    if text.isascii() or not _FOLD.search(text):
        return text
    spans = protected_spans(text)

    def joined(match: re.Match[str]) -> str:
        inside = any(start <= match.start() < end for start, end, _ in spans)
        return match[0] if inside else ""

    return _FOLD.sub(joined, text)

"""Words of another language inside a page, marked with their language for readers' software."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from html import escape

from posatlas.languages.characters import CJK, SIMPLIFIED_ONLY

# A word of Latin letters as it stands in HTML, where an apostrophe may be written as a reference.
_WORD = r"[0-9]*[A-Za-z](?:[A-Za-z0-9'’+\-]|&#39;|\.(?=[A-Za-z0-9]))*+"
_BETWEEN = r"(?:[.,;:?!]|&#34;|[\"”)])*(?: (?:[–—/]|&amp;|\d[\d.,]*%?))* (?:&#34;|[\"“(])*"
_ENGLISH = re.compile(rf"(?<![A-Za-z0-9&#]){_WORD}(?:{_BETWEEN}{_WORD}){{2,}}")
_CHINESE = re.compile(f"[{CJK}](?:[{CJK}、，。：；！？（）「」『』《》·—]*[{CJK}）」』》])?")
# What already names its language or holds no words; a tag inside it of its own kind does not occur.
_SET_APART = re.compile(
    r"```.*?```|<(code|pre|script|style|svg|template)\b[^>]*>.*?</\1>"
    r"|<span class=\"maths[^>]*>[^<]*</span>|<([a-z][a-z0-9]*) (?:[^>]*\s)?lang=[^>]*>.*?</\2>",
    re.DOTALL,
)


class ForeignWords:
    """Marks words of another language in pages of one language.

    In Chinese pages these are runs of three or more Latin words, in English ones Chinese characters; `titles` are
    titles of works, which stay as their authors wrote them: a Chinese one is marked in the script it is written in.
    """

    def __init__(self, language: str, titles: Iterable[str]) -> None:
        self._language = language
        self._titles = [title for title in titles if re.search(f"[{CJK}]", title)]

    @cached_property
    def _foreign(self) -> re.Pattern[str]:
        run = _CHINESE.pattern if self._language == "en" else _ENGLISH.pattern
        titles = (re.escape(escape(title)) for title in sorted(self._titles, key=len, reverse=True))
        return re.compile("|".join([*titles, run]))

    def marked(self, html: str) -> str:
        """HTML, or Markdown that holds HTML, with its foreign words marked. Attributes and code stay as they are."""
        found = [match for match in self._foreign.finditer(html) if not _inside_a_tag(html, match.start())]
        if not found:
            return html
        apart = [match.span() for match in _SET_APART.finditer(html)]
        starts = [start for start, _ in apart]
        pieces, last = [], 0
        for match in found:
            place = bisect_right(starts, match.start()) - 1
            if place >= 0 and match.start() < apart[place][1]:
                continue
            language = self._language_of(match.group())
            if language != self._language:
                pieces += [html[last : match.start()], f'<span lang="{language}">{match.group()}</span>']
                last = match.end()
        return "".join([*pieces, html[last:]])

    @staticmethod
    def _language_of(words: str) -> str:
        if not re.search(f"[{CJK}]", words):
            return "en"
        return "zh-Hans" if SIMPLIFIED_ONLY & set(words) else "zh-Hant"


def _inside_a_tag(html: str, place: int) -> bool:
    return html.rfind("<", 0, place) > html.rfind(">", 0, place)

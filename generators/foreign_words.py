"""Words of another language inside a page, marked with their language for readers' software."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from html import escape

from posatlas.languages.characters import CJK, SIMPLIFIED_ONLY

# A word of Latin letters as it stands in HTML, where an apostrophe may be written as a reference.
_WORD = r"[0-9]*[A-Za-z](?:[A-Za-z0-9'’+\-]|&#39;|\.(?=[A-Za-z0-9]))*+"
_BETWEEN = r"(?:[.,;:?!]|&#34;|[\"”)])*(?: (?:[–—/]|&amp;|\d[\d.,]*%?))* (?:&#34;|[\"“(])*"
_ENGLISH = re.compile(rf"(?<![A-Za-z0-9&#]){_WORD}(?:{_BETWEEN}{_WORD}){{2,}}")
_TEXT = re.compile(r">[^<]{5,}")
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
        self._titles = [escape(title) for title in titles if re.search(f"[{CJK}]", title)]

    @cached_property
    def _run(self) -> re.Pattern[str]:
        return _CHINESE if self._language == "en" else _ENGLISH

    @cached_property
    def _run_or_title(self) -> re.Pattern[str]:
        titles = (re.escape(title) for title in sorted(self._titles, key=len, reverse=True))
        return re.compile("|".join([*titles, self._run.pattern]))

    def _found(self, html: str) -> Iterator[re.Match[str]]:
        """Foreign words outside of tags. What has no blank is no run of Latin words, which spares most of a page."""
        if any(title in html for title in self._titles):
            words = self._run_or_title.finditer(html)
        elif self._language == "en":
            words = self._run.finditer(html)
        else:
            first = html.find("<") if "<" in html else len(html)
            yield from self._run.finditer(html, 0, first)
            for text in _TEXT.finditer(html):
                if " " in text[0]:
                    yield from self._run.finditer(html, *text.span())
            return
        yield from (match for match in words if not _inside_a_tag(html, match.start()))

    def marked(self, html: str) -> str:
        """HTML, or Markdown that holds HTML, with its foreign words marked. Attributes and code stay as they are."""
        found = list(self._found(html))
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

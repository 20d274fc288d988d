"""A last look at every page before it is published: nothing in it may run or load what is not of this site.

A few patterns look at the whole page, and err towards suspicion: a page of theirs is then read element by element.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from posatlas.generators.finishing.policy import UnsafePage

__all__ = ["audit", "audit_all"]

ELEMENTS = frozenset(
    "iframe frame frameset object embed applet base portal fencedframe style animate animatemotion animatetransform "
    "set foreignobject handler listener".split()
)
ADDRESSES = frozenset(
    "href src action formaction xlink:href poster data background cite longdesc manifest ping".split()
)
LOADED = frozenset("src poster data background xlink:href manifest ping action formaction".split())
DRAWN = frozenset({"image", "use", "feimage"})  # of SVG; these load what their href names
SCHEMES = ("http", "https", "mailto")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_IGNORED_BY_BROWSERS = re.compile(r"[\x00-\x20\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]")
_PICTURE = re.compile(r"data:image/(?:png|gif|jpeg|webp|svg\+xml)[;,]", re.IGNORECASE)
_LOADING_STYLE = re.compile(r"url\s*\(|@import|expression\s*\(|-moz-binding|\\", re.IGNORECASE)

# Whole words are looked for first, which is much faster than a pattern. Whatever is not plainly good needs a second
# look: an address is, if it begins with http(s) or its first step holds no colon, entity or blank.
_OPENED = re.compile(rf"<(?:{'|'.join(sorted(ELEMENTS | DRAWN))})\b")
_PLAIN = ("xlink:", "<![cdata")
_HANDLER = re.compile(r"on[a-z]+\s*=")
_BEFORE_A_NAME = frozenset("\t\n\f\r \"'/")
_STYLE = re.compile(r"style\s*=\s*(?:\"[^\"]*(?:url|import|expression|\\|&)|(?!\"))")
_LINK = re.compile(r"href\s*=")
_GOOD_LINK = re.compile(r"href=\"(?:https?://|[^\":&\\\x00-\x20]*[\"?#/])")
_SOURCE = re.compile(r"src(?:doc|set)?\s*=")
_GOOD_SOURCE = re.compile(r"src=\"(?!//)[^\":&\\\x00-\x20]*[\"?#/]")
_INSTRUCTION = "http-equiv"
_GOOD_INSTRUCTION = '<meta http-equiv="content-security-policy"'
_FOREIGN_LINK = re.compile(r"<link\b(?![^>]*\brel=\"(?:alternate|canonical|next|prev)\")[^>]*href=\"(?:[a-z]+:|//)")
_OTHERS = tuple((word, re.compile(rf"{word}\s*=")) for word in sorted(ADDRESSES - {"href", "src", "xlink:href"}))


def _suspicious(html: str) -> bool:
    page = html.lower()
    return (
        any(word in page for word in _PLAIN)
        or bool(_OPENED.search(page))
        or len(_LINK.findall(page)) != len(_GOOD_LINK.findall(page))
        or len(_SOURCE.findall(page)) != len(_GOOD_SOURCE.findall(page))
        or page.count(_INSTRUCTION) != page.count(_GOOD_INSTRUCTION)
        or any(_named(page, pattern) for word, pattern in _OTHERS if word in page)
        or _named(page, _HANDLER)
        or bool(_STYLE.search(page) or _FOREIGN_LINK.search(page))
    )


def _named(page: str, pattern: re.Pattern[str]) -> bool:
    """Whether a page has an attribute whose name and sign of equality fit a pattern."""
    return any(page[found.start() - 1] in _BEFORE_A_NAME for found in pattern.finditer(page))


def _shown(value: str) -> str:
    """The beginning of a value on one line."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in value[:60])


class _Reader(HTMLParser):
    """Reads the elements of a page; `wrong` says what is not allowed."""

    def __init__(self, moved: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self._moved = moved

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ELEMENTS:
            self.wrong.append(f"the element <{tag}>")
        if "<" in (self.get_starttag_text() or "")[1:]:
            self.wrong.append(f"a bare < within <{tag}>, which browsers may read otherwise than meant")
        values = {name: value or "" for name, value in attrs}
        loads = tag in DRAWN or (
            tag == "link" and not {"alternate", "canonical", "next", "prev"} & set(values.get("rel", "").split())
        )
        for name, value in values.items():
            if name.startswith("on"):
                self.wrong.append(f'the attribute {name}="{_shown(value)}" of <{tag}>')
            elif name in ("srcdoc", "srcset"):
                self.wrong.append(f"the attribute {name} of <{tag}>")
            elif name == "style" and _LOADING_STYLE.search(value):
                self.wrong.append(f'the style "{_shown(value)}" of <{tag}>, which loads something')
            elif name in ADDRESSES or name.endswith(":href"):
                self._look_at_address(tag, name, value, name in LOADED or loads)
        if tag == "meta" and "http-equiv" in values and not self._allowed(values):
            self.wrong.append(f"the instruction {values['http-equiv']} in <meta>")

    def handle_comment(self, data: str) -> None:
        if "<" in data:
            self.wrong.append(f'a comment with an element in it, "{_shown(data.strip())}"')

    def unknown_decl(self, data: str) -> None:
        self.wrong.append(f'a marked section, "{_shown(data)}"')

    def _allowed(self, values: dict[str, str]) -> bool:
        return values["http-equiv"] == "Content-Security-Policy" or (values["http-equiv"] == "refresh" and self._moved)

    def _look_at_address(self, tag: str, name: str, value: str, loaded: bool) -> None:
        plain = _IGNORED_BY_BROWSERS.sub("", value).replace("\\", "/")
        scheme = _SCHEME.match(plain)
        if loaded and tag == "img" and _PICTURE.match(plain):
            return
        if scheme and (loaded or scheme[1].lower() not in SCHEMES):
            self.wrong.append(f'the address {name}="{_shown(value)}" of <{tag}>')
        elif loaded and plain.startswith("//"):
            self.wrong.append(f'the address {name}="{_shown(value)}" of <{tag}>, which is on another host')


def audit(html: str, place: str, source: str = "", moved: bool = False) -> None:
    """Refuse a page that could run or load what is not ours.

    `place` names the page and `source` the file it is made from; `moved` allows the page to send readers on. Raises
    UnsafePage.
    """
    if not _suspicious(html):
        return
    reader = _Reader(moved)
    reader.feed(html)
    reader.close()
    if reader.wrong:
        origin = f", made from {source}," if source else ""
        raise UnsafePage(
            f"{place}{origin} holds {reader.wrong[0]}. Text of the knowledge base must be escaped: look at the "
            "template of the page, or at the text in that file."
        )


def audit_all(folder: Path) -> None:
    """Audit every page below a folder. Raises UnsafePage."""
    for file in sorted(folder.rglob("*.html")):
        audit(file.read_text(encoding="utf-8"), file.relative_to(folder).as_posix())

"""Language marks, alternates and canonical addresses of pages, and the sitemap."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.foreign_words import ForeignWords

_HTML_LANGUAGE = re.compile(r'<html lang="[^"]*"')
_ALTERNATE = re.compile(r'<link rel="alternate"[^>]*hreflang="[^"]*"[^>]*>')
_OPENED = '<span class="md-ellipsis">'  # the theme opens its titles with it
_TITLE = re.compile(f"{_OPENED}([^<]*)(?=</span>)")
_CANONICAL = re.compile(r'<link rel="canonical"[^>]*>')


def absolute(root: str, language: str, address: str) -> str:
    """The whole address of a page, for an attribute."""
    return escape(f"{root}{FOLDER_OF_LANGUAGE[language]}{address}", quote=True)


def with_language(head: str, language: str) -> str:
    """The beginning of a page with its language, and without the alternates that the theme writes."""
    return _ALTERNATE.sub("", _HTML_LANGUAGE.sub(f'<html lang="{language}"', head, count=1))


class MarkedTitles:
    """Marks foreign words in the titles that the theme writes into menus; most of these stand on every page."""

    def __init__(self, language: str) -> None:
        self._words = ForeignWords(language, ())
        self._known: dict[str, str] = {}

    def in_page(self, html: str) -> str:
        """The page with the foreign words of its titles marked."""
        return _TITLE.sub(self._marked, html)

    def _marked(self, match: re.Match[str]) -> str:
        title = match[1]
        if title not in self._known:
            self._known[title] = _OPENED + self._words.marked(title)
        return self._known[title]


def with_alternates(head: str, language: str, languages: tuple[str, ...], address: str, root: str) -> str:
    """The head of a page with links to the page in all languages, and its canonical address."""
    links = "".join(
        f'<link rel="alternate" hreflang="{other}" href="{absolute(root, other, address)}">' for other in languages
    )
    if "zh-Hant" in languages:
        links += f'<link rel="alternate" hreflang="x-default" href="{absolute(root, "zh-Hant", address)}">'
    links += f'<link rel="canonical" href="{absolute(root, language, address)}">'
    return _CANONICAL.sub("", head, count=1) + links


def write_sitemap(site: Path, addresses: Mapping[str, list[str]], root: str) -> None:
    """One sitemap for all languages, each address with its alternates."""
    for stray in site.rglob("sitemap.xml*"):
        stray.unlink()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ]
    for language, found in addresses.items():
        for address in found:
            links = "".join(
                f'<xhtml:link rel="alternate" hreflang="{other}" href="{absolute(root, other, address)}"/>'
                for other in addresses
            )
            lines.append(f"<url><loc>{absolute(root, language, address)}</loc>{links}</url>")
    lines.append("</urlset>")
    (site / "sitemap.xml").write_text("\n".join(lines) + "\n", encoding="utf-8")

"""Language marks, alternates and canonical addresses of pages, and the sitemap."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.foreign_words import ForeignWords

_HTML_LANGUAGE = re.compile(r'<html lang="[^"]*"')
_ALTERNATE = re.compile(r'\s*<link rel="alternate"[^>]*hreflang="[^"]*"[^>]*>')
_TITLE = re.compile(r'(?<=<span class="md-ellipsis">)[^<]*(?=</span>)')
_CANONICAL = re.compile(r'<link rel="canonical"[^>]*>')


def absolute(root: str, language: str, address: str) -> str:
    """The whole address of a page, for an attribute."""
    return escape(f"{root}{FOLDER_OF_LANGUAGE[language]}{address}", quote=True)


def with_language(html: str, language: str) -> str:
    """The page with its language, and without the alternates that the theme writes."""
    return _ALTERNATE.sub("", _HTML_LANGUAGE.sub(f'<html lang="{language}"', html, count=1))


def with_titles_marked(html: str, words: ForeignWords) -> str:
    """The page with foreign words marked in the titles that the theme writes into its head and menus."""
    return _TITLE.sub(lambda match: words.marked(match.group()), html)


def with_alternates(html: str, language: str, languages: tuple[str, ...], address: str, root: str) -> str:
    """The page with links to itself in all languages, and its canonical address."""
    links = "".join(
        f'<link rel="alternate" hreflang="{other}" href="{absolute(root, other, address)}">' for other in languages
    )
    if "zh-Hant" in languages:
        links += f'<link rel="alternate" hreflang="x-default" href="{absolute(root, "zh-Hant", address)}">'
    links += f'<link rel="canonical" href="{absolute(root, language, address)}">'
    return _CANONICAL.sub("", html, count=1).replace("</head>", f"{links}</head>", 1)


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

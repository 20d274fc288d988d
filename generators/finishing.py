"""Work on the built pages that needs no builder: formulas, language marks, alternates, sitemap."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE

_MATHS = re.compile(r'<span class="(maths(?: display)?)" data-maths="([0-9a-f]{16})">[^<]*</span>')
_HTML_LANGUAGE = re.compile(r'<html lang="[^"]*"')
_ALTERNATE = re.compile(r'\s*<link rel="alternate"[^>]*hreflang="[^"]*"[^>]*>')
_MENDED = (
    # The theme asks for a sitemap below every alternate address, where there is none.
    ("assets/javascripts/bundle.*.min.js", '"link[rel=alternate]"', '"link[rel=none]"'),
    # lunr tells states of its word automaton apart by a string in which labels and numbers run together: among words
    # with digits two states may look alike, and a query such as "RoPE" then ends in an error (lunr.js issue 503).
    ("assets/javascripts/workers/search.*.min.js", "e=e+s+o.id}return e}", 'e=e+s+o.id+","}return e}'),
)
_CANONICAL = re.compile(r'<link rel="canonical"[^>]*>')


def finish(site: Path, languages: tuple[str, ...], root: str, formulas_file: Path) -> None:
    """Finish every page below `site`, whose public address is `root`."""
    formulas = json.loads(formulas_file.read_text(encoding="utf-8"))["formulas"]
    addresses: dict[str, list[str]] = {}
    for language in languages:
        folder = FOLDER_OF_LANGUAGE[language]
        found = []
        for file in sorted((site / folder).rglob("*.html")):
            relative = file.relative_to(site / folder)
            if _belongs_elsewhere(relative, language):
                continue
            address = relative.as_posix().removesuffix("index.html")
            if relative.name == "index.html":
                found.append(address)
            _finish_page(file, language, languages, address, root, formulas)
        addresses[language] = found
    _mend_theme(site)
    _write_sitemap(site, addresses, root)


def _mend_theme(site: Path) -> None:
    """Put right what the theme's scripts get wrong. Raises ValueError where a script is not as it was."""
    for pattern, wrong, right in _MENDED:
        for file in site.rglob(pattern):
            script = file.read_text(encoding="utf-8")
            if wrong not in script:
                raise ValueError(f"{file.name}: {wrong!r} is not where it was; look at generators/finishing.py")
            file.write_text(script.replace(wrong, right), encoding="utf-8")


def _belongs_elsewhere(relative: Path, language: str) -> bool:
    first = relative.parts[0]
    return first in ("yaml", "code") or (language == "zh-Hant" and first in ("en", "zh-Hans"))


def _finish_page(
    file: Path, language: str, languages: tuple[str, ...], address: str, root: str, formulas: dict[str, str]
) -> None:
    page = file.read_text(encoding="utf-8")
    page = _MATHS.sub(lambda m: f'<span class="{m[1]}">{formulas[m[2]]}</span>', page)
    page = _HTML_LANGUAGE.sub(f'<html lang="{language}"', page, count=1)
    page = _ALTERNATE.sub("", page)
    if file.name == "index.html":
        links = "".join(
            f'<link rel="alternate" hreflang="{other}" href="{_absolute(root, other, address)}">' for other in languages
        )
        if "zh-Hant" in languages:
            links += f'<link rel="alternate" hreflang="x-default" href="{_absolute(root, "zh-Hant", address)}">'
        page = _CANONICAL.sub("", page, count=1)
        links += f'<link rel="canonical" href="{_absolute(root, language, address)}">'
        page = page.replace("</head>", f"{links}</head>", 1)
    file.write_text(page, encoding="utf-8")


def _absolute(root: str, language: str, address: str) -> str:
    return escape(f"{root}{FOLDER_OF_LANGUAGE[language]}{address}", quote=True)


def _write_sitemap(site: Path, addresses: dict[str, list[str]], root: str) -> None:
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
                f'<xhtml:link rel="alternate" hreflang="{other}" href="{_absolute(root, other, address)}"/>'
                for other in addresses
            )
            lines.append(f"<url><loc>{_absolute(root, language, address)}</loc>{links}</url>")
    lines.append("</urlset>")
    (site / "sitemap.xml").write_text("\n".join(lines) + "\n", encoding="utf-8")

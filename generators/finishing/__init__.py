"""Work on the built pages that needs no builder, one concern a module."""

from __future__ import annotations

import json
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.finishing.formulas import with_formulas
from posatlas.generators.finishing.languages import (
    with_alternates,
    with_language,
    with_titles_marked,
    write_sitemap,
)
from posatlas.generators.finishing.theme import mend_theme
from posatlas.generators.foreign_words import ForeignWords

__all__ = ["finish"]


def finish(site: Path, languages: tuple[str, ...], root: str, formulas_file: Path) -> None:
    """Finish every page below `site`, whose public address is `root`."""
    formulas = json.loads(formulas_file.read_text(encoding="utf-8"))["formulas"]
    addresses: dict[str, list[str]] = {}
    for language in languages:
        folder = FOLDER_OF_LANGUAGE[language]
        found = []
        words = ForeignWords(language, ())
        for file in sorted((site / folder).rglob("*.html")):
            relative = file.relative_to(site / folder)
            if _belongs_elsewhere(relative, language):
                continue
            address = relative.as_posix().removesuffix("index.html")
            page = with_language(with_formulas(file.read_text(encoding="utf-8"), formulas), language)
            page = with_titles_marked(page, words)
            if relative.name == "index.html":
                found.append(address)
                page = with_alternates(page, language, languages, address, root)
            file.write_text(page, encoding="utf-8")
        addresses[language] = found
    mend_theme(site)
    write_sitemap(site, addresses, root)


def _belongs_elsewhere(relative: Path, language: str) -> bool:
    first = relative.parts[0]
    return first in ("yaml", "code") or (language == "zh-Hant" and first in ("en", "zh-Hans"))

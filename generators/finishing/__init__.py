"""Work on the built pages that needs no builder, one concern a module."""

from __future__ import annotations

import json
from collections.abc import Mapping
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

__all__ = ["Finisher", "finish"]


class Finisher:
    """Finishes one page after another. `root` is the public address of the site."""

    def __init__(self, languages: tuple[str, ...], root: str, formulas: Mapping[str, str]) -> None:
        self._languages, self._root, self._formulas = languages, root, formulas
        self._words = {language: ForeignWords(language, ()) for language in languages}

    def page(self, html: str, language: str, address: str | None) -> str:
        """The finished page at an address of a language; None is the page for missing addresses."""
        html = with_titles_marked(with_language(with_formulas(html, self._formulas), language), self._words[language])
        if address is not None:
            html = with_alternates(html, language, self._languages, address, self._root)
        return html


def finish(site: Path, languages: tuple[str, ...], root: str, formulas_file: Path) -> None:
    """Finish every page below `site`, whose public address is `root`."""
    finisher = Finisher(languages, root, json.loads(formulas_file.read_text(encoding="utf-8"))["formulas"])
    addresses: dict[str, list[str]] = {}
    for language in languages:
        folder = FOLDER_OF_LANGUAGE[language]
        addresses[language] = []
        for file in sorted((site / folder).rglob("*.html")):
            relative = file.relative_to(site / folder)
            if _belongs_elsewhere(relative, language):
                continue
            address = relative.as_posix().removesuffix("index.html") if relative.name == "index.html" else None
            if address is not None:
                addresses[language].append(address)
            file.write_text(finisher.page(file.read_text(encoding="utf-8"), language, address), encoding="utf-8")
    mend_theme(site)
    write_sitemap(site, addresses, root)


def _belongs_elsewhere(relative: Path, language: str) -> bool:
    first = relative.parts[0]
    return first in ("yaml", "code") or (language == "zh-Hant" and first in ("en", "zh-Hans"))

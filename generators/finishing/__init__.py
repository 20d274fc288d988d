"""Work on the built pages that needs no builder, one concern a module."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.finishing.audit import audit
from posatlas.generators.finishing.formulas import with_formulas
from posatlas.generators.finishing.languages import with_alternates, with_language, write_sitemap
from posatlas.generators.finishing.metadata import with_metadata
from posatlas.generators.finishing.policy import with_policy
from posatlas.generators.finishing.theme import mend_theme

__all__ = ["finish"]


_OF_ALL_LANGUAGES = ("yaml", "code")  # folders of pages that are written whole


def finish(
    site: Path,
    languages: tuple[str, ...],
    root: str,
    formulas_file: Path,
    describe: Callable[[str, str, str, str], str] = lambda *_: "",
) -> None:
    """Finish every page below `site`, whose public address is `root`.

    `describe(language, address, title, description)` gives more for the head of a page, as HTML. Raises UnsafePage.
    """
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
            page = with_language(with_formulas(file.read_text(encoding="utf-8"), formulas), language)
            if relative.name == "index.html":
                found.append(address)
                page = with_alternates(page, language, languages, address, root)
                page = with_metadata(page, language, languages, address, root, describe)
            place = file.relative_to(site).as_posix()
            page = with_policy(page, place)
            audit(page, place)
            file.write_text(page, encoding="utf-8")
        addresses[language] = found
    for folder in _OF_ALL_LANGUAGES:
        for file in sorted((site / folder).rglob("*.html")):
            place = file.relative_to(site).as_posix()
            audit(file.read_text(encoding="utf-8"), place)
    mend_theme(site)
    write_sitemap(site, addresses, root)


def _belongs_elsewhere(relative: Path, language: str) -> bool:
    first = relative.parts[0]
    return first in _OF_ALL_LANGUAGES or (language == "zh-Hant" and first in ("en", "zh-Hans"))

"""The sections of the site in the order of its menu; titles are words of the interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from posatlas.atlas import Atlas
from posatlas.describing import in_language
from posatlas.schema import Language, Text

# A word and its page, or a word and its pages: of these, one without a word stands for the section itself.
_Entry = tuple[str, str]
MENU: Final[tuple[tuple[str, str | tuple[_Entry, ...]], ...]] = (
    ("home", ""),
    ("topic", "topic/"),
    (
        "methods",
        (
            ("", "methods/"),
            ("menu-choose", "choose/"),
            ("explore", "explore/"),
            ("comparison", "compare/"),
            ("side-by-side", "compare/methods/"),
            ("metrics", "metrics/"),
            ("techniques", "techniques/"),
            ("cheat-sheet", "cheat-sheet/"),
        ),
    ),
    ("plots", "plots/"),
    ("timeline", "timeline/"),
    (
        "industry",
        (
            ("chain", "chain/"),
            ("market", "market/"),
            ("companies", "companies/"),
            ("theses", "theses/"),
            ("models", "models/"),
        ),
    ),
    ("misconceptions", "misconceptions/"),
    ("learning-path", "learn/"),
    (
        "menu-document",
        (("", "document/"), ("all-claims", "c/"), ("open-questions", "open/")),
    ),  # followed by the sections of each document
    ("sources", "sources/"),
    ("glossary", "glossary/"),
    ("menu-reference", (("", "reference/"), ("python-reference", "reference/python/"))),
)


def menu(atlas: Atlas, words: Mapping[str, Text], language: Language) -> list[dict[str, Any]]:
    """The menu as mkdocs takes it."""

    def entry(word: str, address: str) -> str | dict[str, str]:
        file = f"{address}index.md"
        return {in_language(words[word], language): file} if word else file

    result: list[dict[str, Any]] = []
    for word, inside in MENU:
        if isinstance(inside, str):
            result.append({in_language(words[word], language): f"{inside}index.md"})
            continue
        pages = [entry(*page) for page in inside]
        if word == "menu-document":
            sections = (section for document in atlas.of("document") for section in document.sections)
            pages += [f"document/{section.slug}/index.md" for section in sections]
        result.append({in_language(words[word], language): pages})
    return result

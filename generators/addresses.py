"""Addresses of pages: one for each entity, identical in all languages, relative to the language's root."""

from __future__ import annotations

from posatlas.schema import LANGUAGES

FOLDER_OF_LANGUAGE = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}
NAME_OF_LANGUAGE = {"zh-Hant": "繁體中文", "en": "English", "zh-Hans": "简体中文"}
assert tuple(FOLDER_OF_LANGUAGE) == tuple(NAME_OF_LANGUAGE) == LANGUAGES

PAGES_OF_KINDS = {
    "method": "methods/{}/",
    "claim": "c/{}/",
    "paper": "papers/{}/",
    "model": "models/{}/",
    "organisation": "companies/{}/",
    "comparison": "compare/{}/",
    "metric": "metrics/{}/",
    "technique": "techniques/{}/",
    "misconception": "misconceptions/{}/",
    "lesson": "learn/{}/",
    "thesis": "theses/{}/",
    "case": "choose/#{}",
    "event": "timeline/#{}",
    "stage": "chain/#{}",
    "application": "chain/#{}",
    "library": "sources/#{}",
    "term": "glossary/#{}",
    "document": "document/",
    "topic": "topic/",
}
SHOWN_TERMS = (
    "glossary",
    "unconfirmed",
)  # roles of terms that stand in the glossary; the others only convert


def address(kind: str, identifier: str) -> str:
    """Address of an entity's page, without a leading slash. Raises KeyError for a kind without pages."""
    return PAGES_OF_KINDS[kind].format(identifier)


def relative(target: str, page: str) -> str:
    """`target` as seen from `page`; both lie below the same root, and `page` is a folder or empty."""
    return "../" * page.count("/") + target if target or page else "./"

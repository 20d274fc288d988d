"""Addresses of what other programs read, and of the pages that belong to it."""

from __future__ import annotations

from dataclasses import dataclass

from posatlas.atlas import Atlas
from posatlas.exporting.dataset import LICENCE
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, PAGES_OF_KINDS, SHOWN_TERMS, address
from posatlas.schema import Term

__all__ = ["FOLDER", "LICENCE", "Locations"]

FOLDER = "api/"


@dataclass(frozen=True)
class Locations:
    """Whole addresses below `root`, the public address of the site; pages stand in the languages that are built."""

    atlas: Atlas
    root: str
    languages: tuple[str, ...]

    def document(self, kind: str, identifier: str) -> str:
        """The JSON of an entity, or with the id `index` the list of a kind."""
        return f"{self.root}{FOLDER}{kind}/{identifier}.json"

    def catalogue(self) -> str:
        """The JSON that lists all kinds."""
        return f"{self.root}{FOLDER}index.json"

    def schema(self, name: str) -> str:
        """The JSON Schema of the documents of a kind, or of `index` and `catalogue`."""
        return f"{self.root}{FOLDER}schema/{name}.json"

    def page(self, target: str, language: str) -> str:
        """A page in one language."""
        return f"{self.root}{FOLDER_OF_LANGUAGE[language]}{target}"

    def pages(self, identifier: str) -> dict[str, str]:
        """The page of an entity, or its place on one, by language; empty where it is not shown."""
        kind, entity = self.atlas.kind_of[identifier], self.atlas[identifier]
        if kind not in PAGES_OF_KINDS or (isinstance(entity, Term) and entity.role not in SHOWN_TERMS):
            return {}
        return {language: self.page(address(kind, identifier), language) for language in self.languages}

    def source(self, identifier: str) -> str:
        """The page that shows the YAML of an entity."""
        return f"{self.root}yaml/{self.atlas.path_of[identifier].removeprefix('kb/').removesuffix('.yml')}/"

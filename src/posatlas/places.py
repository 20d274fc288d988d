"""Lines of the YAML in which things stand, for links and for messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from posatlas import reading
from posatlas.atlas import Atlas


class Places:
    """Lines of values in the files of an atlas; each file is read once, when first asked for."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._sources: dict[str, reading.Source] = {}
        self._items: dict[str, dict[str, int]] = {}

    def line(self, path: str, *location: Any) -> int:
        """1-based line of a value (or the nearest) of a file, whose path begins with kb/."""
        return self._source(path).position(location)[0]

    def item(self, document: str, item: str) -> int:
        """1-based line of a document's statement in its list of statements."""
        if document not in self._items:
            path = f"kb/documents/{document}/items.yml"
            self._items[document] = {
                entry.id: self.line(path, "items", place) for place, entry in enumerate(self._atlas.items(document))
            }
        return self._items[document][item]

    def of_text(self, text: str) -> str:
        """`path:line:column` of the first value that holds a text; empty where none does."""
        for path in sorted(set(self._atlas.path_of.values())):
            source = self._source(path)
            for location, value in _strings(source.value, ()):
                if text not in value:
                    continue
                line, column = source.find(location, text)
                return f"{path}:{line}:{column}"
        return ""

    def _source(self, path: str) -> reading.Source:
        if path not in self._sources:
            self._sources[path] = reading.read(self._atlas.root / path.removeprefix("kb/"), path)
        return self._sources[path]


def _strings(value: Any, location: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield location, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, (*location, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _strings(inner, (*location, index))

"""What an atlas is made of: entities by id with kind and path, however they were read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel

from posatlas.corpus import Corpus
from posatlas.findings import ordered, render
from posatlas.schema.base import Entity

_MOST_SHOWN = 20  # mistakes in the message of InvalidKnowledgeBase


class InvalidKnowledgeBase(ValueError):
    """The YAML of a knowledge base has mistakes; the message lists them."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A sound knowledge base. All mappings are in path order of the files and cannot be written to.

    `path_of` gives paths that begin with kb/, wherever the folder lies; `attachments` the files beside a document,
    by its id and "items" or "parts".
    """

    root: Path
    entities: Mapping[str, Entity]
    kind_of: Mapping[str, str]
    path_of: Mapping[str, str]
    attachments: Mapping[tuple[str, str], BaseModel]


def contents_of(corpus: Corpus) -> Contents:
    """Contents of a corpus that was read without mistakes; raises InvalidKnowledgeBase with what was found."""
    mistakes = ordered(corpus.findings)
    if mistakes:
        more = len(mistakes) - _MOST_SHOWN
        rest = f"\n\n{more} more: posatlas validate --kb {corpus.root}" if more > 0 else ""
        shown = render(mistakes[:_MOST_SHOWN], "text")
        raise InvalidKnowledgeBase(f"The knowledge base has mistakes.\n\n{shown}{rest}")
    first = corpus.by_id()
    for entry in corpus.entries:
        if first[entry.id] is not entry:
            places = f"{first[entry.id].source.path} and {entry.source.path}"
            raise InvalidKnowledgeBase(f'{places} have the same id "{entry.id}"; rename one of them.')
    entries = first.values()
    return Contents(
        corpus.root,
        MappingProxyType({e.id: e.entity for e in entries if e.entity is not None}),
        MappingProxyType({e.id: e.kind.name for e in entries}),
        MappingProxyType({e.id: "kb" + e.source.path.removeprefix(corpus.shown_as) for e in entries}),
        MappingProxyType({key: model for key, (_, model) in corpus.attachments.items() if model is not None}),
    )

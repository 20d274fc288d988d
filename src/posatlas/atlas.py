"""The atlas: entities by id, their graph, and questions about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import networkx

from posatlas.corpus import PACKAGED_KB, Corpus, read_corpus
from posatlas.findings import near, render
from posatlas.graph import build_graph
from posatlas.schema import KINDS, Claim, Entity, Item, Part


class InvalidKnowledgeBase(ValueError):
    """The YAML of a knowledge base has mistakes; the message lists them."""


class UnknownEntity(KeyError):
    """No entity has this id; the message names a near one."""

    def __str__(self) -> str:
        return str(self.args[0])


class Atlas:
    """A loaded knowledge base.

    `atlas["rope"]` gives an entity, `atlas.of("method")` all of a kind in order of id, `atlas.claims(...)` claims by
    subject, verdict or kind, `atlas.graph` a networkx MultiDiGraph of typed edges.
    """

    def __init__(self, corpus: Corpus) -> None:
        entries = [e for e in corpus.entries if e.entity is not None]
        self.root = corpus.root  # folder of the YAML; `path_of` gives paths that begin with kb/
        self.entities: Mapping[str, Entity] = MappingProxyType({e.id: e.entity for e in entries})  # type: ignore[misc]
        self.kind_of: Mapping[str, str] = MappingProxyType({e.id: e.kind.name for e in entries})
        self.path_of: Mapping[str, str] = MappingProxyType(
            {e.id: "kb" + e.source.path.removeprefix(corpus.shown_as) for e in entries}
        )
        self._attachments = {key: model for key, (_, model) in corpus.attachments.items()}

    def __getitem__(self, identifier: str) -> Entity:
        try:
            return self.entities[identifier]
        except KeyError:
            guess = near(identifier, self.entities)
            hint = f'; did you mean "{guess}"?' if guess else "."
            raise UnknownEntity(f'No entity has the id "{identifier}"{hint}') from None

    def __contains__(self, identifier: object) -> bool:
        return identifier in self.entities

    def __iter__(self) -> Iterator[Entity]:
        return iter(self.entities.values())

    def __len__(self) -> int:
        return len(self.entities)

    def __repr__(self) -> str:
        counts = {kind: len(self.of(kind)) for kind in KINDS}
        return "Atlas(" + ", ".join(f"{n} {KINDS[k].folder}" for k, n in counts.items() if n) + ")"

    def of(self, kind: str) -> tuple[Any, ...]:
        """Entities of a kind, by id. Raises ValueError for an unknown kind."""
        if kind not in KINDS:
            raise ValueError(f'"{kind}" is no kind; the kinds are {", ".join(KINDS)}.')
        return self._by_kind.get(kind, ())

    @cached_property
    def _by_kind(self) -> dict[str, tuple[Entity, ...]]:
        groups: dict[str, list[Entity]] = {}
        for identifier in sorted(self.entities):
            groups.setdefault(self.kind_of[identifier], []).append(self.entities[identifier])
        return {kind: tuple(members) for kind, members in groups.items()}

    def claims(
        self, about: str | None = None, verdict: str | None = None, kind: str | None = None
    ) -> tuple[Claim, ...]:
        """Claims that concern an entity, have a verdict, are of a kind; all conditions together."""
        return tuple(
            claim
            for claim in self.of("claim")
            if (about is None or about in claim.about)
            and (verdict is None or claim.verdict == verdict)
            and (kind is None or claim.kind == kind)
        )

    def items(self, document: str) -> tuple[Item, ...]:
        """Statements of a document, in order."""
        model = self._attachments.get((document, "items"))
        return tuple(model.items) if model is not None else ()  # type: ignore[attr-defined]

    def parts(self, document: str) -> tuple[Part, ...]:
        """Lines, cells, formulas and figures of a document, in order."""
        model = self._attachments.get((document, "parts"))
        return tuple(model.parts) if model is not None else ()  # type: ignore[attr-defined]

    @cached_property
    def graph(self) -> networkx.MultiDiGraph:
        """Nodes with `kind`, edges with `relation` and `field`; inverse edges are not stored."""
        return build_graph(self.entities, self.kind_of)


def load(kb: Path | str | None = None) -> Atlas:
    """Load a knowledge base: the packaged one, or a folder. Raises InvalidKnowledgeBase with the findings."""
    corpus = read_corpus(Path(kb), str(kb)) if kb is not None else read_corpus(PACKAGED_KB)
    if corpus.findings:
        raise InvalidKnowledgeBase("The knowledge base has mistakes.\n\n" + render(corpus.findings[:20], "text"))
    return Atlas(corpus)

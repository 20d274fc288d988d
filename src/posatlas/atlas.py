"""The atlas: entities by id, their graph, and questions about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from posatlas.collecting import without_collecting
from posatlas.compiled import read_compiled
from posatlas.contents import Contents, InvalidKnowledgeBase, contents_of
from posatlas.corpus import PACKAGED_KB, read_corpus
from posatlas.findings import near
from posatlas.schema import KINDS, VERDICTS, Claim, ClaimKind, Entity, Item, Part

if TYPE_CHECKING:
    import networkx

__all__ = ["Atlas", "InvalidKnowledgeBase", "UnknownEntity", "load"]


class UnknownEntity(KeyError):
    """No entity has this id; the message names a near one."""

    def __str__(self) -> str:
        return str(self.args[0])


class Atlas:
    """A loaded knowledge base.

    `atlas["rope"]` gives an entity, `atlas.of("method")` all of a kind in order of id, `atlas.claims(...)` claims by
    subject, verdict or kind, `atlas.graph` a networkx MultiDiGraph of typed edges.
    """

    def __init__(self, contents: Contents) -> None:
        self.root = contents.root  # folder of the YAML; `path_of` gives paths that begin with kb/
        self.entities = contents.entities
        self.kind_of = contents.kind_of
        self.path_of = contents.path_of
        self._attachments = contents.attachments
        self._members: dict[str, tuple[Entity, ...]] = {}

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
        counts = {kind: len(self._ids_by_kind.get(kind, ())) for kind in KINDS}
        shown = (f"{n} {kind if n == 1 else KINDS[kind].folder}" for kind, n in counts.items() if n)
        return f"Atlas({', '.join(shown)})"

    def of(self, kind: str) -> tuple[Any, ...]:
        """Entities of a kind, by id. Raises ValueError for an unknown kind."""
        if kind not in KINDS:
            raise ValueError(f'"{kind}" is no kind; the kinds are {", ".join(KINDS)}.')
        if kind not in self._members:
            with without_collecting():
                self._members[kind] = tuple(self.entities[i] for i in self._ids_by_kind.get(kind, ()))
        return self._members[kind]

    @cached_property
    def _ids_by_kind(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for identifier in sorted(self.entities):
            groups.setdefault(self.kind_of[identifier], []).append(identifier)
        return groups

    def claims(
        self, about: str | None = None, verdict: str | None = None, kind: str | None = None
    ) -> tuple[Claim, ...]:
        """Claims that concern an entity, have a verdict, are of a kind; all conditions together.

        Raises UnknownEntity for an id, and ValueError for a verdict or kind, that is not there.
        """
        if about is not None:
            self[about]
        for word, words, what in ((verdict, VERDICTS, "verdict"), (kind, get_args(ClaimKind), "kind of claim")):
            if word is not None and word not in words:
                raise ValueError(f'"{word}" is no {what}; use one of {", ".join(words)}.')
        return tuple(
            claim
            for claim in (self.of("claim") if about is None else self._claims_about.get(about, ()))
            if (verdict is None or claim.verdict == verdict) and (kind is None or claim.kind == kind)
        )

    @cached_property
    def _claims_about(self) -> dict[str, list[Claim]]:
        found: dict[str, list[Claim]] = {}
        for claim in self.of("claim"):
            for identifier in dict.fromkeys(claim.about):
                found.setdefault(identifier, []).append(claim)
        return found

    def items(self, document: str) -> tuple[Item, ...]:
        """Statements of a document, in order; none for anything else."""
        model = self._attachments.get((document, "items"))
        return tuple(model.items) if model is not None else ()  # type: ignore[attr-defined]

    def parts(self, document: str) -> tuple[Part, ...]:
        """Lines, cells, formulas and figures of a document, in order; none for anything else."""
        model = self._attachments.get((document, "parts"))
        return tuple(model.parts) if model is not None else ()  # type: ignore[attr-defined]

    @cached_property
    def graph(self) -> networkx.MultiDiGraph[str]:
        """Nodes with `kind`, edges with `relation` (also their key) and `field`; inverse edges are not stored."""
        from posatlas.graph import build_graph  # networkx takes as long to import as all else

        with without_collecting():
            return build_graph(self.entities, self.kind_of)


def load(kb: Path | str | None = None) -> Atlas:
    """Load a knowledge base: the packaged one, or a folder.

    Where its compiled form is whole and fresh, entities are made from that, each when it is first asked for.
    Raises InvalidKnowledgeBase with the findings for files that cannot be read, that break the schema, or that
    share an id. References and verdicts are not checked: `posatlas validate` does.
    """
    root = PACKAGED_KB if kb is None else Path(kb)
    contents = read_compiled(root)
    if contents is None:
        contents = contents_of(read_corpus(root) if kb is None else read_corpus(root, root.as_posix()))
    return Atlas(contents)

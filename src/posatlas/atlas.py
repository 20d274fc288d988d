"""The atlas: entities by id, their graph, and questions about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, get_args

from posatlas.by_kind import ByKind
from posatlas.collecting import without_collecting
from posatlas.compiled import read_compiled
from posatlas.contents import Contents, InvalidKnowledgeBase, contents_of
from posatlas.corpus import PACKAGED_KB, read_corpus
from posatlas.entities import Entities, UnknownEntity
from posatlas.findings import near
from posatlas.questions import Questions
from posatlas.schema import KINDS, LANGUAGES, VERDICTS, Claim, ClaimKind, Entity, Item, Language, Part

if TYPE_CHECKING:
    import networkx

__all__ = ["Atlas", "InvalidKnowledgeBase", "UnknownEntity", "load"]


class Atlas(ByKind, Questions):
    """A loaded knowledge base.

    `atlas["rope"]` gives an entity, `atlas.methods` all of a kind in order of id, `atlas.claims(...)` claims by
    subject, verdict or kind, `atlas.graph` a networkx MultiDiGraph of typed edges. Nothing in it can be changed.

    An entity that it gives is bound to it: `atlas["rope"].provenance` asks the atlas. `entities` holds them as they
    were read. Wherever an id is asked for, an entity does as well. A copy of an atlas is the atlas itself; one that
    was pickled is loaded again, from the folder that it came from.
    """

    def __init__(self, contents: Contents, language: Language = "en") -> None:
        self.root = contents.root  # folder of the YAML; `path_of` gives paths that begin with kb/
        self.entities = contents.entities
        self.kind_of = contents.kind_of
        self.path_of = contents.path_of
        self.language = language
        self._attachments = contents.attachments
        self._settled = True

    def __setattr__(self, name: str, value: object) -> None:
        if "_settled" in self.__dict__:
            remedy = "load another one for another folder, language or date"
            raise AttributeError(f'An atlas does not change, so "{name}" cannot be set; {remedy}.')
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f'An atlas does not change, so "{name}" cannot be taken away.')

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (None if self.root == PACKAGED_KB else self.root, self.language)

    def __getitem__(self, identifier: Entity | str) -> Entity:
        """The entity with an id. Raises UnknownEntity, a KeyError that names a near id."""
        key = identifier.id if isinstance(identifier, Entity) else identifier
        if not isinstance(key, str):
            raise UnknownEntity(f'An id is a text such as "rope", and {key!r} is none.')
        try:
            return self.entities[key].held_by(self)
        except KeyError:
            raise UnknownEntity(self._why_unknown(key)) from None

    def _why_unknown(self, identifier: str) -> str:
        from posatlas.finding_entities import named

        guess = near(identifier, self.entities) or named(self, identifier)
        return f'No entity has the id "{identifier}"' + (f'; did you mean "{guess}"?' if guess else ".")

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.entities)

    def __contains__(self, identifier: object) -> bool:
        """Whether an entity has this id."""
        return identifier in self.entities

    def __iter__(self) -> Iterator[Entity]:
        return (entity.held_by(self) for entity in self.entities.values())

    def __len__(self) -> int:
        return len(self.entities)

    def __repr__(self) -> str:
        counts = {kind: len(self._ids_by_kind.get(kind, ())) for kind in KINDS}
        shown = (f"{n} {kind if n == 1 else KINDS[kind].folder}" for kind, n in counts.items() if n)
        return f"Atlas({', '.join(shown)})"

    def _repr_html_(self) -> str:
        from posatlas.notebook import atlas_html

        return atlas_html(self)

    def of(self, kind: str) -> Entities[Any]:
        """Entities of a kind, in order of id. Raises ValueError for an unknown kind."""
        if kind not in KINDS:
            raise ValueError(f'"{kind}" is no kind; the kinds are {", ".join(KINDS)}.')
        if kind not in self._members:
            with without_collecting():
                found = (self[i] for i in self._ids_by_kind.get(kind, ()))
                self._members[kind] = Entities(found, KINDS[kind].model)
        return self._members[kind]

    @cached_property
    def _members(self) -> dict[str, Entities[Any]]:
        return {}

    @cached_property
    def _ids_by_kind(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for identifier in sorted(self.entities):
            groups.setdefault(self.kind_of[identifier], []).append(identifier)
        return groups

    def claims(
        self, about: Entity | str | None = None, verdict: str | None = None, kind: str | None = None
    ) -> Entities[Claim]:
        """Claims that concern an entity, have a verdict, are of a kind; all conditions together.

        Raises UnknownEntity for an id, and ValueError for a verdict or kind, that is not there.

        >>> import posatlas
        >>> claims = posatlas.load().claims(about="alibi", verdict="conditional", kind="property")
        >>> claims["alibi-slopes-halve-per-head"].source.item
        'C085'
        """
        subject = None if about is None else self[about].id
        for word, words, what in ((verdict, VERDICTS, "verdict"), (kind, get_args(ClaimKind), "kind of claim")):
            if word is not None and word not in words:
                raise ValueError(f'"{word}" is no {what}; use one of {", ".join(words)}.')
        found = (
            claim
            for claim in (self.of("claim") if subject is None else self._claims_about.get(subject, ()))
            if (verdict is None or claim.verdict == verdict) and (kind is None or claim.kind == kind)
        )
        return Entities(found, Claim)

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
        """Nodes with `kind`; edges with `relation`, which is also their key, `file` and `field` of the YAML that states
        them, and `claims`, ids of those that bear them out. Inverse edges are not stored. It cannot be changed; a
        `graph.copy()` can."""
        import networkx  # takes as long to import as all else

        from posatlas.graph import build_graph

        with without_collecting():
            graph = build_graph(self.entities, self.kind_of, self.path_of)
        networkx.freeze(graph)
        return graph


def load(kb: Path | str | None = None, lang: Language = "en") -> Atlas:
    """Load a knowledge base: the packaged one, or a folder. `lang` is the language of texts where none is asked for.

    Where its compiled form is whole and fresh, entities are made from that, each when it is first asked for.
    Raises InvalidKnowledgeBase for what is no folder, and with the findings for files that cannot be read, that break
    the schema, or that share an id. References and verdicts are not checked: `posatlas validate` does. Raises
    ValueError for an unknown language, and MissingConverter for zh-Hans where the package that derives it is not
    installed.

    >>> import posatlas
    >>> posatlas.load(lang="zh-Hant")["yarn"]
    <Method yarn: YaRN>
    """
    if lang != "en":
        from posatlas.describing import known_language

        known_language(lang)
    root = PACKAGED_KB if kb is None else Path(kb)
    if kb == "" or not root.is_dir():
        meant = f'; for the language:  load(lang="{kb}")' if kb in LANGUAGES else ""
        raise InvalidKnowledgeBase(f'"{kb}" is not a folder. Give the folder of a knowledge base, or none{meant}.')
    contents = read_compiled(root)
    if contents is None:
        contents = contents_of(read_corpus(root) if kb is None else read_corpus(root, root.as_posix()))
    return Atlas(contents, lang)

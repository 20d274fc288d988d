"""The atlas: entities by id, their graph, and questions about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args

from posatlas.by_kind import ByKind
from posatlas.corpus import PACKAGED_KB, Corpus, read_corpus
from posatlas.entities import Entities, UnknownEntity
from posatlas.findings import near, ordered, render
from posatlas.questions import Questions
from posatlas.schema import KINDS, VERDICTS, Claim, ClaimKind, Entity, Item, Language, Part

if TYPE_CHECKING:
    import networkx

_MOST_SHOWN = 20  # mistakes in the message of InvalidKnowledgeBase


class InvalidKnowledgeBase(ValueError):
    """The YAML of a knowledge base has mistakes; the message lists them."""


class Atlas(ByKind, Questions):
    """A loaded knowledge base.

    `atlas["rope"]` gives an entity, `atlas.methods` all of a kind in order of id, `atlas.claims(...)` claims by
    subject, verdict or kind, `atlas.graph` a networkx MultiDiGraph of typed edges. Nothing in it can be changed.

    An entity that it gives is bound to it: `atlas["rope"].provenance` asks the atlas. `entities` holds them as they
    were read.
    """

    def __init__(self, corpus: Corpus) -> None:
        entries = [entry for entry in corpus.by_id().values() if entry.entity is not None]
        self.root = corpus.root  # folder of the YAML; `path_of` gives paths that begin with kb/
        self.entities: Mapping[str, Entity] = MappingProxyType({e.id: e.entity for e in entries if e.entity})
        self.kind_of: Mapping[str, str] = MappingProxyType({e.id: e.kind.name for e in entries})
        self.path_of: Mapping[str, str] = MappingProxyType(
            {e.id: "kb" + e.source.path.removeprefix(corpus.shown_as) for e in entries}
        )
        self._attachments = {key: model for key, (_, model) in corpus.attachments.items()}

    def __getitem__(self, identifier: str) -> Entity:
        """The entity with an id. Raises UnknownEntity, a KeyError that names a near id."""
        try:
            return self.entities[identifier].held_by(self)
        except KeyError:
            guess = near(identifier, self.entities)
            hint = f'; did you mean "{guess}"?' if guess else "."
            raise UnknownEntity(f'No entity has the id "{identifier}"{hint}') from None

    def __contains__(self, identifier: object) -> bool:
        """Whether an entity has this id."""
        return identifier in self.entities

    def __iter__(self) -> Iterator[Entity]:
        return (entity.held_by(self) for entity in self.entities.values())

    def __len__(self) -> int:
        return len(self.entities)

    def __repr__(self) -> str:
        counts = {kind: len(self.of(kind)) for kind in KINDS}
        shown = (f"{n} {kind if n == 1 else KINDS[kind].folder}" for kind, n in counts.items() if n)
        return f"Atlas({', '.join(shown)})"

    def _repr_html_(self) -> str:
        from posatlas.notebook import atlas_html

        return atlas_html(self)

    def of(self, kind: str) -> Entities[Any]:
        """Entities of a kind, in order of id. Raises ValueError for an unknown kind."""
        if kind not in KINDS:
            raise ValueError(f'"{kind}" is no kind; the kinds are {", ".join(KINDS)}.')
        return self._by_kind.get(kind, Entities())

    @cached_property
    def _by_kind(self) -> dict[str, Entities[Entity]]:
        groups: dict[str, list[Entity]] = {}
        for identifier in sorted(self.entities):
            groups.setdefault(self.kind_of[identifier], []).append(self[identifier])
        return {kind: Entities(members) for kind, members in groups.items()}

    def claims(
        self, about: str | None = None, verdict: str | None = None, kind: str | None = None
    ) -> Entities[Claim]:
        """Claims that concern an entity, have a verdict, are of a kind; all conditions together.

        Raises UnknownEntity for an id, and ValueError for a verdict or kind, that is not there.

        >>> import posatlas
        >>> claims = posatlas.load().claims(about="alibi", verdict="conditional", kind="property")
        >>> claims["alibi-slopes-halve-per-head"].source.item
        'C085'
        """
        if about is not None:
            self[about]
        for word, words, what in ((verdict, VERDICTS, "verdict"), (kind, get_args(ClaimKind), "kind of claim")):
            if word is not None and word not in words:
                raise ValueError(f'"{word}" is no {what}; use one of {", ".join(words)}.')
        return Entities(
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
        """Nodes with `kind`; edges with `relation`, which is also their key, `file` and `field` of the YAML that states
        them, and `claims`, ids of those that bear them out. Inverse edges are not stored."""
        from posatlas.graph import build_graph  # networkx takes as long to import as all else

        return build_graph(self.entities, self.kind_of, self.path_of)


def load(kb: Path | str | None = None, lang: Language = "en") -> Atlas:
    """Load a knowledge base: the packaged one, or a folder. `lang` is the language of texts where none is asked for.

    Raises InvalidKnowledgeBase with the findings for files that cannot be read, that break the schema, or that
    share an id. References and verdicts are not checked: `posatlas validate` does. Raises ValueError for an unknown
    language, and MissingConverter for zh-Hans where the package that derives it is not installed.

    >>> import posatlas
    >>> posatlas.load(lang="zh-Hant")["yarn"]
    <Method yarn: YaRN>
    """
    if lang != "en":
        from posatlas.describing import known_language

        known_language(lang)
    corpus = read_corpus(PACKAGED_KB) if kb is None else read_corpus(Path(kb), Path(kb).as_posix())
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
    atlas = Atlas(corpus)
    atlas.language = lang
    return atlas

"""What a lint is, and the view of the knowledge base that it checks."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pydantic import BaseModel

from posatlas.blanks import is_blank
from posatlas.corpus import Corpus, Entry
from posatlas.findings import Finding, Severity
from posatlas.loose import loosely
from posatlas.nearest import Nearest
from posatlas.recorded import NoRecord
from posatlas.references import Edge, edges, texts
from posatlas.schema import KINDS, Claim, Entity, Event, Method, Metric, Reference, Text, TrainedModel

if TYPE_CHECKING:
    from posatlas.evidence import Record, Verified
    from posatlas.history import Difference, History
    from posatlas.languages.many import Scan
    from posatlas.languages.problems import Problem
    from posatlas.translations import Compared

Location = tuple[object, ...]
_Kept = TypeVar("_Kept")

_PROSE = frozenset({"summary", "brief", "deep", "about", "definition", "protocol", "because"})
_NO_PROSE = frozenset({"document", "term", "paper"})


class Passage(NamedTuple):
    """One text in its languages, and where it stands."""

    entry: Entry
    location: Location
    text: Text

    def written(self, language: str) -> str:
        """The text in a language in which it is written."""
        return self.text.en if language == "en" else self.text.zh_hant


@dataclass
class View:
    """The corpus with the look-ups that lints share, each made once and only if it is asked for."""

    corpus: Corpus
    today: datetime.date = field(default_factory=datetime.date.today)

    def __post_init__(self) -> None:
        # Files of statements and parts beside a document, each with what it holds; None where it is invalid.
        self.beside: list[tuple[Entry, BaseModel | None]] = [
            (Entry(source, KINDS["document"], document, None), model)
            for (document, _), (source, model) in self.corpus.attachments.items()
        ]
        self._nearest: dict[frozenset[str] | None, Nearest] = {}

    @cached_property
    def entries(self) -> list[Entry]:
        """Valid entries in path order."""
        return [e for e in self.corpus.entries if e.entity is not None]

    @cached_property
    def sources(self) -> list[Entry]:
        """All files that were read, invalid ones and those beside a document included."""
        return [e for e in self.corpus.entries if e.source.text] + [entry for entry, _ in self.beside]

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """Entries by id, invalid ones included: a reference to a file with a mistake does resolve."""
        return self.corpus.by_id()

    def near(self, identifier: str, kinds: frozenset[str] | None = None) -> str | None:
        """The id most like a given one among entities of some kinds, or of all; None where none is like it."""
        if kinds not in self._nearest:
            known = (i for i, entry in self.by_id.items() if kinds is None or entry.kind.name in kinds)
            self._nearest[kinds] = Nearest(known)
        return self._nearest[kinds].to(identifier)

    @cached_property
    def claims(self) -> dict[str, Claim]:
        """Valid claims by id, of the files under validation."""
        return {e.id: e.entity for e in self.entries if isinstance(e.entity, Claim)}

    @cached_property
    def claim_entries(self) -> list[tuple[Entry, Claim]]:
        """Valid claims with their entries, of the files under validation."""
        return [(e, e.entity) for e in self.entries if isinstance(e.entity, Claim)]

    def of(self, kind: str) -> Iterator[Entry]:
        """Valid entries of one kind."""
        return (entry for entry in self.entries if entry.kind.name == kind)

    def entity(self, identifier: str) -> Entity | None:
        """A valid entity by id; read on demand where only single files are under validation."""
        entry = self.by_id.get(identifier)
        if entry is not None and entry.entity is None and entry.unread:
            self.corpus.complete(entry)
        return entry.entity if entry is not None else None

    def claim(self, identifier: str) -> Claim | None:
        """A valid claim by id."""
        found = self.entity(identifier)
        return found if isinstance(found, Claim) else None

    @cached_property
    def edges(self) -> list[tuple[Entry, Edge]]:
        """Typed references of all fields, with the entries that make them; of invalid files as far as they go."""
        found = [(entry, edge) for entry in self.entries for edge in edges(entry.entity)]  # type: ignore[arg-type]
        for entry in self.corpus.entries:
            if entry.entity is None and isinstance(entry.source.value, dict):
                found.extend((entry, edge) for edge in _edges_of_invalid(entry))
        return found

    @cached_property
    def references(self) -> list[tuple[Entry, Location, Reference]]:
        """Sources of claims and values, with their places."""
        return list(_references(self.entries))

    @cached_property
    def passages(self) -> list[Passage]:
        """All texts, with their places."""
        read: list[tuple[Entry, BaseModel | None]] = [(entry, entry.entity) for entry in self.entries]
        read += self.beside
        new = tuple.__new__  # a third of the time of Passage(…), for thousands of them
        return [new(Passage, (entry, *found)) for entry, model in read for found in texts(model)]

    @cached_property
    def written(self) -> dict[str, list[str]]:
        """Every passage by language, in the order of `passages`."""
        texts = [passage.text for passage in self.passages]
        return {"zh-Hant": [text.zh_hant for text in texts], "en": [text.en for text in texts]}

    @cached_property
    def prose(self) -> list[int]:
        """Indices of the passages whose sentences need references to claims."""
        return [
            index
            for index, (entry, location, _) in enumerate(self.passages)
            if location[-1] in _PROSE and entry.kind.name not in _NO_PROSE
        ]

    @cached_property
    def scans(self) -> dict[str, Scan]:
        """What one search of all passages gives, by language."""
        from posatlas.languages.many import scan

        return {language: scan(texts, language) for language, texts in self.written.items()}

    @cached_property
    def distinct_tokens(self) -> set[str]:
        """Every token that some passage holds, once."""
        return self.scans["zh-Hant"].distinct | self.scans["en"].distinct

    def holding(self, wanted: Iterable[str]) -> Iterator[tuple[Passage, str, str]]:
        """Passages that hold one of the tokens: passage, language, token."""
        from posatlas.languages.many import split

        wanted = set(wanted)
        if wanted:
            for language, scan in self.scans.items():
                for passage, joined in zip(self.passages, scan.tokens, strict=True):
                    for token in dict.fromkeys(split(joined)):
                        if token in wanted:
                            yield passage, language, token

    @cached_property
    def language_problems(self) -> list[tuple[Passage, str, Problem]]:
        """What the checks of languages find: passage, language, problem."""
        from posatlas.lints.texts import language_problems

        return list(language_problems(self))

    def items(self, document: str) -> frozenset[str] | None:
        """Numbers of a document's statements; None where the document has no such file."""
        return self._items.get(document)

    @cached_property
    def _items(self) -> dict[str, frozenset[str]]:
        if self.corpus.partial:
            self.corpus.complete_attachments()
        return {
            document: frozenset(item.id for item in model.items)  # type: ignore[attr-defined]
            for (document, name), (_, model) in self.corpus.attachments.items()
            if name == "items" and model is not None
        }

    @cached_property
    def check_problems(self) -> dict[tuple[str, int], list[str]]:
        """Sentences about checks that cannot run, by claim and index of the check.

        A check with a fresh record did run as it stands, so only the others are looked at.
        """
        from posatlas.schema.properties import check_problems

        found = {}
        for verified in self._compared[0]:
            if verified.state in ("missing", "stale"):
                check = verified.check
                problems = check_problems(check.property, check.method, check.build, check.given)
                if problems:
                    found[verified.claim, verified.index] = problems
        return found

    @cached_property
    def _records(self) -> tuple[dict[str, list[Record]], NoRecord | None]:
        from posatlas.evidence import load_evidence

        try:
            return load_evidence(self.corpus.root / "evidence"), None
        except NoRecord as error:
            return {}, error

    @property
    def records(self) -> dict[str, list[Record]]:
        """Recorded evidence by method; empty where its files cannot be read."""
        return self._records[0]

    @property
    def unreadable_records(self) -> NoRecord | None:
        """Which file of evidence cannot be read, and why; none where all can."""
        return self._records[1]

    @cached_property
    def _compared(self) -> tuple[list[Verified], list[tuple[str, Record]]]:
        from posatlas.evidence import compared

        return compared([claim for _, claim in self.claim_entries if claim.checks], self.records)

    @cached_property
    def verified(self) -> list[Verified]:
        """Every check that can run, with its record and state; none where the records cannot be read."""
        if self.unreadable_records:
            return []
        return [v for v in self._compared[0] if (v.claim, v.index) not in self.check_problems]

    @property
    def orphans(self) -> list[tuple[str, Record]]:
        """Records, with their method, that no valid claim asks for."""
        return self._compared[1]

    @cached_property
    def _kept(self) -> tuple[dict[str, History], dict[str, dict[str, str]], list[tuple[str, NoRecord]]]:
        from posatlas.history import load_history
        from posatlas.translations import load_translations

        unreadable = []

        def kept(name: str, load: Callable[[Path], dict[str, _Kept]]) -> dict[str, _Kept]:
            try:
                return load(self.corpus.root / "evidence" / name)
            except NoRecord as error:
                unreadable.append((name, error))
                return {}

        return kept("history", load_history), kept("translations", load_translations), unreadable

    @property
    def unreadable_kept(self) -> list[tuple[str, NoRecord]]:
        """Folders of evidence with a record of entities that cannot be read, and which and why."""
        return self._kept[2]

    @cached_property
    def unrecorded(self) -> list[Difference]:
        """Where the record of history differs from valid entities; nothing where no history is kept."""
        from posatlas.history import differences, verdict_of

        history = self._kept[0]
        if not history:
            return []
        verdicts = {e.id: verdict_of(e.entity) for e in self.entries if e.entity is not None}
        found = differences(verdicts, history, self.corpus.partial)
        return [d for d in found if d.what != "gone" or d.id not in self.by_id]

    @cached_property
    def compared_texts(self) -> list[tuple[Passage, Compared]]:
        """Every passage against the record of translations; nothing where none is kept."""
        from posatlas.translations import compared

        agreed = self._kept[1]
        if not agreed:
            return []
        return [
            (passage, next(compared(passage.entry.id, [(passage.location, passage.text)], agreed)))
            for passage in self.passages
        ]


def _references(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Location, Reference]]:
    for entry in entries:
        entity = entry.entity
        if isinstance(entity, Claim):
            for index, source in enumerate(entity.according_to):
                yield entry, ("according_to", index), source
        elif isinstance(entity, Method):
            for index, formula in enumerate(entity.formulas):
                if formula.source is not None:
                    yield entry, ("formulas", index, "source"), formula.source
        elif isinstance(entity, TrainedModel):
            if entity.position_encoding.source is not None:
                yield entry, ("position_encoding", "source"), entity.position_encoding.source
            for name in ("advertised", "configured"):
                window = getattr(entity.window, name)
                if window is not None:
                    yield entry, ("window", name, "source"), window.source
            for name in ("rope_base", "rotary_width", "frequency_scaling"):
                value = getattr(entity, name)
                if value is not None:
                    yield entry, (name, "source"), value.source
        elif isinstance(entity, Event):
            if entity.source is not None:
                yield entry, ("source",), entity.source
        elif isinstance(entity, Metric) and entity.formula is not None and entity.formula.source is not None:
            yield entry, ("formula", "source"), entity.formula.source


def _edges_of_invalid(entry: Entry) -> Iterator[Edge]:
    for edge in edges(loosely(entry.kind.model, entry.source.value)):  # type: ignore[arg-type]
        if edge.target is not None and not is_blank(edge.target):
            yield edge


@dataclass(frozen=True, slots=True)
class Lint:
    """One rule: its code, what it demands, how severe a breach is, and the check."""

    code: str
    demands: str
    check: Callable[[View, Lint], Iterator[Finding]]
    severity: Severity = "error"

    def at(self, entry: Entry, location: Location, message: str, hint: str, of_key: bool = False) -> Finding:
        """A finding of this rule at a value of an entry."""
        return entry.source.finding(location, self.code, message, hint, self.severity, of_key)

    def inside(self, passage: Passage, language: str, message: str, hint: str, fragment: str = "") -> Finding:
        """A finding of this rule at a fragment of a text, or at the text where folding tore the fragment."""
        source = passage.entry.source
        line, column = source.find((*passage.location, language), fragment)
        return Finding(source.path, line, column, self.severity, self.code, message, hint, source.line(line))


def shown(location: Location) -> str:
    """A place in a file as messages name it: parents[0].id."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location).lstrip(".")

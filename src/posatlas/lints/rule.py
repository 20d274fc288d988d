"""What a lint is, and the view of the knowledge base that it checks."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from posatlas.corpus import Corpus, Entry
from posatlas.findings import Finding, Severity
from posatlas.schema import Claim, Entity


@dataclass
class View:
    """The corpus with the look-ups that lints share."""

    corpus: Corpus
    today: datetime.date = field(default_factory=datetime.date.today)

    @cached_property
    def entries(self) -> list[Entry]:
        """Valid entries in path order."""
        return [e for e in self.corpus.entries if e.entity is not None]

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """Entries by id, invalid ones included: a reference to a file with a mistake does resolve."""
        return self.corpus.by_id()

    @cached_property
    def claims(self) -> dict[str, Claim]:
        """Valid claims by id, of the files under validation."""
        return {e.id: e.entity for e in self.entries if isinstance(e.entity, Claim)}

    def entity(self, identifier: str) -> Entity | None:
        """A valid entity by id; read on demand where only single files are under validation."""
        entry = self.by_id.get(identifier)
        if entry is not None and entry.entity is None and entry.unread:
            self.corpus.complete(entry)
        return entry.entity if entry is not None else None


@dataclass(frozen=True, slots=True)
class Lint:
    """One rule: its code, what it demands, how severe a breach is, and the check."""

    code: str
    demands: str
    check: Callable[[View, Lint], Iterator[Finding]]
    severity: Severity = "error"

    def at(
        self, entry: Entry, location: tuple[object, ...], message: str, hint: str, of_key: bool = False
    ) -> Finding:
        """A finding of this rule at a value of an entry."""
        return entry.source.finding(location, self.code, message, hint, self.severity, of_key)

"""What an atlas answers beyond looking entities up. The work stands in one module a question, imported on use."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path as Folder
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from posatlas.entities import Entities
from posatlas.schema import Claim, Entity, Language, Method, TrainedModel
from posatlas.words import is_of_kind

if TYPE_CHECKING:
    from posatlas.as_of import AtlasAsOf
    from posatlas.atlas import Atlas
    from posatlas.dating import Dated
    from posatlas.evidence import Record, Verified
    from posatlas.history import History
    from posatlas.lineage import Lineage
    from posatlas.paths import Path
    from posatlas.places import Places
    from posatlas.schema.provenance import Provenance
    from posatlas.schema.verdicts import Run, Status
    from posatlas.tables import Table

__all__ = ["Questions"]


class Questions:
    """Questions to an atlas; `Atlas` inherits them."""

    root: Folder
    entities: Mapping[str, Entity]
    language: Language = "en"

    @property
    def _atlas(self) -> Atlas:
        return cast("Atlas", self)

    def _entity(self, entity: Entity | str) -> Entity:
        return self._atlas[entity] if isinstance(entity, str) else entity

    @property
    def version(self) -> str:
        """The version that the knowledge base declares; docs/versions.md says what its numbers promise."""
        from posatlas.versions import declared_version

        return declared_version(self.root)

    # Between entities

    def path(
        self, start: Entity | str, end: Entity | str, kinds: Collection[str] | str | None = None
    ) -> Path | None:
        """The lightest path between two entities, along edges in either direction; None where nothing connects them.

        A step weighs 2, or 3 where the edge comes from claims, or 5 where it only cites or mentions. To that is added
        0 where a claim that was run bears the edge out, 1 for a claim with a source that was read, 2 for a field
        without a claim, 4 for any other claim (`posatlas.weights`). `kinds`, or one kind, limits what the path may
        pass through.
        Raises UnknownEntity for an unknown id, ValueError for an unknown kind.

        >>> import posatlas
        >>> posatlas.load().path("sinusoidal", "yarn", kinds=["method"]).ids
        ('sinusoidal', 'rope', 'yarn')
        """
        from posatlas.paths import lightest_path

        allowed = [kinds] if isinstance(kinds, str) else kinds
        return lightest_path(self._atlas, start, end, allowed)

    def lineage(self, method: Entity | str) -> Lineage:
        """The methods that a method comes from and those that come from it, with every step between them.

        Raises UnknownEntity for an unknown id, ValueError for what is no method.

        >>> import posatlas
        >>> posatlas.load().lineage("yarn").ancestors.ids
        ('sinusoidal', 'rope', 'position-interpolation', 'ntk-by-parts')
        """
        from posatlas.lineage import lineage_of

        return lineage_of(self._atlas, method)

    def users_of(self, method: Entity | str) -> Entities[TrainedModel]:
        """Models that use a method, by release; where that is known from, each one's `provenance` says.

        Raises UnknownEntity for an unknown id, ValueError for what is no method.

        >>> import posatlas
        >>> posatlas.load().users_of("alibi").ids
        ('bloom', 'mpt-7b')
        """
        found = self._atlas[method]
        if not isinstance(found, Method):
            said = is_of_kind(found.id, self._atlas.kind_of[found.id])
            raise ValueError(f"{said}; only methods have models that use them.")
        users = (model for model in self._atlas.models if found.id in model.position_encoding.methods)
        return Entities(sorted(users, key=lambda model: (model.released, model.id)), TrainedModel)

    def compare(self, methods: Iterable[Entity | str]) -> Table:
        """Methods side by side in every dimension that can be computed, each cell with claims, laws and provenance.

        Raises UnknownEntity for an unknown id, ValueError for what is no method, or for none.

        >>> import posatlas
        >>> posatlas.load().compare(["rope", "alibi"])["offsets-alone", "rope"].value
        True
        """
        from posatlas.tables import compared_methods

        return compared_methods(self._atlas, methods)

    def table(self, comparison: Entity | str) -> Table:
        """A table of the document, cell by cell, each with the claims that judge it. `atlas.comparisons` lists them.

        Raises UnknownEntity for an unknown id, ValueError for what is no comparison.
        """
        from posatlas.tables import document_table

        return document_table(self._atlas, comparison)

    def as_of(self, when: str | int | datetime.date) -> AtlasAsOf:
        """The atlas as it would stand at a year, month or day: a view without what came later.

        It goes by the dates of `posatlas.dating.dates`, such as the first public date of a paper; `date_of` tells each.
        What has no date is kept, and `undated` lists it. Verdicts and texts are those of today.
        Raises ValueError for what is no date.

        >>> import posatlas
        >>> then = posatlas.load().as_of("2021-06")
        >>> "rope" in then, "alibi" in then
        (True, False)
        """
        from posatlas.as_of import AtlasAsOf

        return AtlasAsOf(self._atlas, when)

    def date_of(self, entity: Entity | str) -> Dated:
        """When an entity became known, and a sentence on which date that is. Raises UnknownEntity for an unknown id.

        >>> import posatlas
        >>> posatlas.load().date_of("rope")
        Dated(date='2021-04-20', because='first public date of su-2021')
        """
        return self._dates[self._atlas[entity].id]

    @cached_property
    def _dates(self) -> dict[str, Dated]:
        from posatlas.dating import dates

        return dates(self._atlas)

    # About one entity

    def text_of(self, entity: Entity | str, language: Language | None = None, field: str | None = None) -> str:
        """A text of an entity in the atlas's language or another; `field` names another than its name or statement.

        Raises ValueError for an unknown language or a field that holds no text, and MissingConverter where Simplified
        Chinese needs a package that is not installed.

        >>> import posatlas
        >>> posatlas.load().text_of("alibi", "zh-Hant", "glance")
        '每個頭有一個固定的斜率；注意力 logits 減去斜率乘以距離。'
        """
        from posatlas.describing import text_of

        return text_of(self._entity(entity), language or self.language, field)

    def cite(self, entity: Entity | str) -> str:
        """BibTeX for a paper, for a method that of the papers that define it; for all else one line of plain text."""
        from posatlas.citing import citation

        return citation(self._atlas, self._entity(entity))

    def provenance(self, entity: Entity | str, field: str = "") -> Provenance:
        """Where an entity comes from, or one value of it, whose place is written as in `atlas.graph`: `parents.0.id`.

        Raises UnknownEntity for an unknown id, ValueError for a place that is not there.

        >>> import posatlas
        >>> found = posatlas.load().provenance("bloom", "position_encoding.methods")
        >>> found.place, found.sources[0].locator
        ('kb/models/bloom.yml:6', '§3.2.3, ALiBi Positional Embeddings')
        """
        from posatlas.provenance import provenance_of

        return provenance_of(self._atlas, self._entity(entity), field)

    def html_of(self, entity: Entity) -> str:
        """An entity as a notebook shows it."""
        from posatlas.notebook import entity_html

        return entity_html(self._atlas, entity)

    # Running

    def build(self, method: Entity | str, /, **options: Any) -> Any:
        """The encoding that implements a method, with these options.

        Raises UnknownEntity for an unknown id, ValueError for what nothing implements and for wrong options, and
        MissingExtra where torch is not installed.
        """
        from posatlas.extras import needed

        entity = self._entity(method)
        if not isinstance(entity, Method):
            raise ValueError(f"{is_of_kind(entity.id, self._atlas.kind_of[entity.id])}; nothing can be built.")
        if entity.implementation is None:
            raise ValueError(f'"{entity.id}" has no implementation yet; nothing can be built.')
        return needed("posatlas.reference_impl", f"Building {entity.id}", "torch").build(entity.id, **options)

    def run(self, claim: Entity | str, device: str = "cpu") -> tuple[Any, ...]:
        """A row for every check of a claim, run now.

        Raises UnknownEntity for an unknown id, ValueError for what is no claim, has no checks, or a device that is
        not there, and MissingExtra where torch is not installed.
        """
        from posatlas.extras import needed

        entity = self._entity(claim)
        if not isinstance(entity, Claim):
            raise ValueError(f"{is_of_kind(entity.id, self._atlas.kind_of[entity.id])}; only claims are run.")
        if not entity.checks:
            why = f" It is {entity.verdict}{f', because of {entity.reason}' if entity.reason else ''}."
            raise ValueError(f'The claim "{entity.id}" has no checks, so nothing can be run.{why}')
        checks = needed("posatlas.reference_impl.checks", f"Running {entity.id}", "torch")
        return tuple(checks.run([entity], device=device))

    # Records

    def status(self, claim: Claim | str) -> Status:
        """The status of a claim by its verdict, its recorded checks and its sources, as pages show it.

        >>> import posatlas
        >>> posatlas.load().status("alibi-slopes-halve-per-head")
        'verified-by-run'
        """
        from posatlas.evidence import agreement

        entity = self._entity(claim)
        if not isinstance(entity, Claim):
            raise ValueError(f"{is_of_kind(entity.id, self._atlas.kind_of[entity.id])}; only claims have a status.")
        if "statuses" in self.__dict__:
            return self.statuses[entity.id]
        run = agreement([entity], self.evidence_of(dict.fromkeys(check.method for check in entity.checks)))
        return self._status(entity, run)

    @cached_property
    def statuses(self) -> Mapping[str, Status]:
        """The status of every claim, by id."""
        from posatlas.evidence import run_of

        run = {claim.id: run_of(v.state for v in self.verified.get(claim.id, [])) for claim in self._atlas.claims()}
        return MappingProxyType({claim.id: self._status(claim, run) for claim in self._atlas.claims()})

    @cached_property
    def verified(self) -> Mapping[str, Sequence[Verified]]:
        """Every check with its record of the CPU and its state, by id of its claim."""
        from posatlas.evidence import load_evidence, states

        found: dict[str, list[Verified]] = {}
        for entry in states(self._atlas.claims(), load_evidence(self.root / "evidence")):
            found.setdefault(entry.claim, []).append(entry)
        return MappingProxyType({claim: tuple(entries) for claim, entries in found.items()})

    @staticmethod
    def _status(claim: Claim, run: Mapping[str, Run]) -> Status:
        from posatlas.schema.verdicts import source_state, status

        return status(claim.verdict, run[claim.id], source_state(claim.according_to))

    def evidence_of(self, methods: Iterable[str] | str) -> dict[str, list[Record]]:
        """What is recorded of checks that run some methods, or one, by method. Raises ValueError for a file of evidence
        that cannot be read."""
        from posatlas.evidence import load_evidence

        methods = [methods] if isinstance(methods, str) else list(methods)
        names = [method for method in methods if method not in self._records]
        found = load_evidence(self.root / "evidence", names) if names else {}
        self._records.update({method: found.get(method, []) for method in names})
        return {method: list(self._records[method]) for method in methods}

    @cached_property
    def _records(self) -> dict[str, list[Record]]:
        return {}

    @cached_property
    def history(self) -> Mapping[str, History]:
        """When each entity was first recorded, and every change of a claim's verdict, by id."""
        from posatlas.history import load_history

        return MappingProxyType(load_history(self.root / "evidence" / "history"))

    @cached_property
    def places(self) -> Places:
        """Lines of values in the files."""
        from posatlas.places import Places

        return Places(self._atlas)

"""The JSON document of each entity: what it says, where it is shown, how it is related, and what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from posatlas.atlas import Atlas
from posatlas.evidence import Record, Verified, run_of, states
from posatlas.generators.machine_readable.locations import LICENCE, Locations
from posatlas.plain_values import names, plain
from posatlas.schema import KINDS, Claim, Document, Redirect
from posatlas.schema.verdicts import source_state, status

__all__ = ["Documents"]

_OF_A_RECORD = ("measured", "tolerance", "holds", "device", "dtype", "versions", "date", "key")


class Documents:
    """The documents of an atlas; `version` marks the data that they are made from."""

    def __init__(
        self, atlas: Atlas, records: Mapping[str, Sequence[Record]], locations: Locations, version: str
    ) -> None:
        self._atlas, self._records, self._locations, self._version = atlas, records, locations, version

    def of(self, identifier: str) -> dict[str, Any]:
        """The document of one entity."""
        entity = self._atlas[identifier]
        if isinstance(entity, Redirect):
            return self._head("redirect", identifier) | self._moved(entity)
        found = self._head(self._atlas.kind_of[identifier], identifier) | {"names": names(entity)}
        if pages := self._locations.pages(identifier):
            found["pages"] = pages
        found["source"] = self._source(identifier)
        found["entity"] = plain(entity)
        if isinstance(entity, Claim):
            found["status"] = self.status(entity)
            found["checks"] = [_check(entry) for entry in self._verified.get(identifier, ())]
        if isinstance(entity, Document):
            found["items"] = plain(self._atlas.items(identifier))
            found["parts"] = plain(self._atlas.parts(identifier))
        found["edges"] = {
            "out": list(self._edges(identifier, out=True)),
            "in": list(self._edges(identifier, out=False)),
        }
        return found

    def index(self, kind: str) -> dict[str, Any]:
        """The list of the entities of a kind."""
        entries = []
        for entity in self._atlas.of(kind):
            entry = {"id": entity.id, "url": self._locations.document(kind, entity.id)}
            if kind != "redirect":
                entry["names"] = names(entity)
            if pages := self._locations.pages(entity.id):
                entry["pages"] = pages
            if isinstance(entity, Claim):
                entry |= {"verdict": entity.verdict, "status": self.status(entity)}
            entries.append(entry)
        about = {"$schema": self._locations.schema("index"), "kind": kind}
        return about | {"url": self._locations.document(kind, "index")} | self._common() | {"entities": entries}

    def catalogue(self) -> dict[str, Any]:
        """The list of the kinds, with how many entities each has."""
        kinds = [
            {
                "kind": kind,
                "count": len(self._atlas.of(kind)),
                "index": self._locations.document(kind, "index"),
                "schema": self._locations.schema(kind),
            }
            for kind in KINDS
        ]
        about = {"$schema": self._locations.schema("catalogue"), "url": self._locations.catalogue()}
        return about | self._common() | {"site": self._locations.root, "kinds": kinds}

    def status(self, claim: Claim) -> str:
        """The status of a claim, by the table in the schema."""
        run = run_of(entry.state for entry in self._verified.get(claim.id, ()))
        return status(claim.verdict, run, source_state(claim.according_to))

    @cached_property
    def _verified(self) -> dict[str, list[Verified]]:
        found: dict[str, list[Verified]] = {}
        for entry in states(self._atlas.of("claim"), self._records):
            found.setdefault(entry.claim, []).append(entry)
        return found

    def _head(self, kind: str, identifier: str) -> dict[str, Any]:
        about = {"$schema": self._locations.schema(kind), "kind": kind, "id": identifier}
        return about | {"url": self._locations.document(kind, identifier)} | self._common()

    def _common(self) -> dict[str, str]:
        return {"version": self._version, "licence": LICENCE}

    def _source(self, identifier: str) -> dict[str, str]:
        return {"path": self._atlas.path_of[identifier], "page": self._locations.source(identifier)}

    def _moved(self, redirect: Redirect) -> dict[str, Any]:
        """Where a retired id went; ids that are themselves not there are left out, as validation reports them."""
        there = [target for target in redirect.to if target in self._atlas]
        return {
            "moved_to": [self._locations.document(self._atlas.kind_of[target], target) for target in there],
            "source": self._source(redirect.id),
            "entity": plain(redirect),
        }

    def _edges(self, identifier: str, out: bool) -> Iterator[dict[str, str]]:
        graph = self._atlas.graph
        met = graph.out_edges(identifier, data=True) if out else graph.in_edges(identifier, data=True)
        found = sorted((data["relation"], target if out else source, data["field"]) for source, target, data in met)
        for relation, other, field in found:
            yield {"relation": relation, "id": other, "kind": self._atlas.kind_of[other], "field": field}


def _check(entry: Verified) -> dict[str, Any]:
    """A check's state and its newest record; the check itself stands in the claim, in the same order."""
    found: dict[str, Any] = {"state": entry.state}
    if entry.record is not None:
        found["record"] = plain({name: getattr(entry.record, name) for name in _OF_A_RECORD})
    return found

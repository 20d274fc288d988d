"""Where an answer comes from: file and line, sources, recorded measurements, version. Plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from posatlas.schema.claim import Verdict
from posatlas.schema.sources import Reference
from posatlas.schema.verdicts import Status

__all__ = ["Measurement", "Provenance"]


@dataclass(frozen=True, slots=True)
class Measurement:
    """A check of a claim as it was recorded on one device.

    `check` counts the claim's checks from 0. `state` is `agrees` or `disagrees` with what the claim expects, or
    `stale` where check or implementation have changed since `date`.
    """

    claim: str
    check: int
    says: str
    property: str
    measured: str | float | int | bool
    tolerance: float | None
    holds: bool
    device: str
    dtype: str
    date: str
    state: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an entity, or one value of it, comes from.

    `file` and `line` are those of the YAML, from 1, below the knowledge base; `field` is the value's place in it, such
    as `parents.0.claim`, and empty for the whole entity. `sources` are the references that stand in the file, for a
    value those beside it. `claims` are ids of the claims that bear it out, `evidence` what was measured for them.
    `status` and `verdict` are those of a claim. `recorded` is the day on which the entity was first recorded; None for
    one that is not recorded yet. `version` is that of the data.
    """

    id: str
    kind: str
    file: str
    line: int
    field: str
    sources: tuple[Reference, ...]
    claims: tuple[str, ...]
    evidence: tuple[Measurement, ...]
    verdict: Verdict | None
    status: Status | None
    recorded: str | None
    version: str

    @property
    def place(self) -> str:
        """`file:line`."""
        return f"{self.file}:{self.line}"

    def to_dict(self) -> dict[str, Any]:
        """The same as values of JSON; sources by the names that they have in a file, without what is not given."""
        found = {name: getattr(self, name) for name in self.__slots__}
        sources = [source.model_dump(by_alias=True, exclude_none=True) for source in self.sources]
        return found | {
            "sources": sources,
            "claims": list(self.claims),
            "evidence": [asdict(measurement) for measurement in self.evidence],
        }

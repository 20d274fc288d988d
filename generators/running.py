"""What a method page says of running it: where the code stands, a snippet, the laws, the mutants."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from posatlas.generators.code_pages import address_of
from posatlas.law_records import LawRecord, LawRow, load_laws
from posatlas.mutations import MutationRecord, load_mutations
from posatlas.schema import Method
from posatlas.schema.laws import LAWS
from posatlas.schema.properties import BUILDS
from posatlas.snippets import snippet
from posatlas.source_digests import implementation_file, oracle_file

__all__ = ["Running", "RunningPages"]


@dataclass(frozen=True)
class Running:
    """What is known of running one method. Addresses are from the root of the site."""

    implementation: str
    oracle: str | None
    snippet: str | None
    laws: LawRecord | None
    mutations: MutationRecord | None
    exceptions: dict[str, str]  # law -> claim
    on_gpu: bool

    def rows(self) -> list[LawRow]:
        """Rows of the CPU, in the order of the laws; laws that fail stand first."""
        rows = [row for row in (self.laws.rows if self.laws else ()) if row.device == "cpu"]
        return sorted(rows, key=lambda row: (row.holds, list(LAWS).index(row.law)))


class RunningPages:
    """Reads the records once and gives each method its own."""

    def __init__(self, evidence: Path) -> None:
        self.laws = load_laws(evidence / "laws")
        self.mutations = load_mutations(evidence / "mutation")

    def of(self, method: Method) -> Running | None:
        """What is known of running the method, or None where nothing runs."""
        if method.id not in BUILDS:
            return None
        laws, oracle = self.laws.get(method.id), oracle_file(method.id)
        return Running(
            address_of(implementation_file(method.id)),
            address_of(oracle) if oracle else None,
            snippet(method.id, laws.interface) if laws else None,
            laws,
            self.mutations.get(method.id),
            {exception.law: exception.claim for exception in method.exceptions},
            bool(laws and any(row.device.startswith("cuda") for row in laws.rows)),
        )

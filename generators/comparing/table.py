"""The table of methods: one cell for each method and dimension, and the cells of the document's own tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from posatlas.comparing.bearing import Bearing, Evidence
from posatlas.comparing.dimensions import DIMENSIONS
from posatlas.comparing.facts import Facts, facts_of, laws_of
from posatlas.generators.comparing.wording import NOTHING, WORDS, Value, worded
from posatlas.generators.site import Site
from posatlas.law_records import LawRow
from posatlas.schema import Entity, Paper
from posatlas.schema.comparison import Cell as DocumentCell

__all__ = ["Cell", "Column", "MethodTable", "method_table"]


@dataclass(frozen=True)
class Column:
    """A dimension as the reader sees it: id and name."""

    id: str
    name: str


@dataclass(frozen=True)
class Cell:
    """A method's value in a dimension and all that bears it out.

    `computed`: the value comes from records, so that a verdict is that of claims on the same point; else the value
    is what the document says, and the verdict is on that.
    """

    value: Value
    claims: tuple[Bearing, ...] = ()
    laws: tuple[LawRow, ...] = ()
    paper: Paper | None = None
    models: tuple[Entity, ...] = ()
    computed: bool = True

    @property
    def borne_out(self) -> bool:
        """True where there is anything to show beside the value."""
        return bool(self.claims or self.laws or self.paper or self.models)


@dataclass(frozen=True)
class MethodTable:
    """All methods in all dimensions, in one language. `document` are dimensions of the document's tables, which
    know only `judged`, some of the methods."""

    facts: list[Facts]
    columns: list[Column]
    document: list[Column]
    judged: list[str]
    cells: Mapping[tuple[str, str], Cell]

    def cell(self, method: str, column: str) -> Cell:
        """The cell; empty where the document says nothing of the method."""
        return self.cells.get((method, column), Cell(NOTHING))


def method_table(site: Site) -> MethodTable:
    """The table in the language of the site."""
    facts = facts_of(site.atlas, site.running.laws)
    evidence = Evidence(site.atlas.of("claim"), site.verified)
    cells = {}
    for one in facts:
        for dimension in DIMENSIONS:
            cells[one.method.id, dimension.id] = Cell(
                worded(dimension, one, site.word),
                evidence.of(one.method, dimension),
                laws_of(one, dimension.laws, dimension.failing),
                one.paper if dimension.id == "published" else None,
                one.models if dimension.id == "models" else (),
            )
    document: list[Column] = []
    judged: dict[str, None] = {}
    for comparison in site.atlas.of("comparison"):
        judged |= dict.fromkeys(comparison.methods)
        for number, row in enumerate(comparison.rows, 1):
            name = f"{site.without_markup(row.name)} ({site.name(comparison)})"
            column = Column(f"{comparison.id}-{number}", name)
            document.append(column)
            for cell in row.cells:
                cells[cell.method, column.id] = _judged(site, evidence, cell)
    columns = [Column(dimension.id, site.word(WORDS[dimension.id])) for dimension in DIMENSIONS]
    return MethodTable(facts, columns, document, list(judged), cells)


def _judged(site: Site, evidence: Evidence, cell: DocumentCell) -> Cell:
    """A cell of the document's tables: its words, and the claims that judge them."""
    if cell.not_applicable:
        return Cell(Value(site.without_markup(cell.not_applicable), None), computed=False)
    claims = tuple(evidence.judged(identifier, cell.method) for identifier in cell.claims)
    text = site.without_markup(cell.text) if cell.text else site.short(claims[0].claim.statement, 60)
    return Cell(Value(text, None), claims, computed=False)

"""Tables of the atlas: methods side by side, and the document's own tables cell by cell."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from posatlas.comparing.bearing import Evidence
from posatlas.comparing.dimensions import DIMENSIONS, Dimension, Plain
from posatlas.comparing.facts import Facts, facts_of, laws_of
from posatlas.describing import in_language
from posatlas.entities import Entities
from posatlas.findings import near
from posatlas.law_records import LawRow, load_laws
from posatlas.listing import html_table, pandas_table
from posatlas.schema import VERDICTS, Claim, Comparison, Entity, Method
from posatlas.schema.comparison import Cell as DocumentCell
from posatlas.schema.provenance import Provenance
from posatlas.words import is_of_kind, without_marks

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["Cell", "Table", "UnknownCell", "compared_methods", "document_table", "in_words"]


class UnknownCell(KeyError):
    """The table has no such row or column; the message names a near one."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Cell:
    """One cell: its value, None where nothing is known or where `note` says why it does not apply.

    `claims` bear on the value, best verdict first; of a document's table they judge it. `laws` are the recorded laws
    from which it is computed. `provenance` is that of the field that holds the value, then that of each claim.
    """

    value: Plain
    claims: Entities[Claim]
    laws: tuple[LawRow, ...]
    provenance: tuple[Provenance, ...]
    note: str = ""


class Table:
    """A table: `table[row, column]` is a cell, by the ids in `rows` and `columns`; `names` are those of the rows.

    >>> import posatlas
    >>> table = posatlas.load().compare(["rope", "alibi"])
    >>> table["enters-at", "alibi"].value
    ('bias',)
    >>> table["buffers", "rope"].provenance[0].field
    'cost.buffers'
    """

    def __init__(
        self, title: str, columns: Iterable[str], names: Mapping[str, str], cells: Mapping[tuple[str, str], Cell]
    ) -> None:
        self.title, self.columns, self.names = title, tuple(columns), dict(names)
        self.rows = tuple(self.names)
        self._cells = dict(cells)

    def __getitem__(self, place: tuple[str, str]) -> Cell:
        """The cell at (row, column). Raises UnknownCell, a KeyError that names a near row or column."""
        if not isinstance(place, tuple) or len(place) != 2:
            raise UnknownCell(f"A cell is asked for by row and column,  table[row, column];  {place!r} is not both.")
        row, column = place
        for word, known, what in ((row, self.rows, "row"), (column, self.columns, "column")):
            if word not in known:
                guess = near(word, known)
                hint = f'did you mean "{guess}"?' if guess else f"there are {', '.join(known)}."
                raise UnknownCell(f'The table has no {what} "{word}"; {hint}')
        return self._cells[row, column]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """The places (row, column) of its cells, row by row: the keys, as of a mapping."""
        return ((row, column) for row in self.rows for column in self.columns)

    def __len__(self) -> int:
        """The number of its cells."""
        return len(self.rows) * len(self.columns)

    def __bool__(self) -> bool:
        return True

    @property
    def provenance(self) -> dict[tuple[str, str], tuple[Provenance, ...]]:
        """Where each cell comes from, by (row, column)."""
        return {place: cell.provenance for place, cell in self._cells.items()}

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row of plain values for each row of the table; `row` holds its name."""
        values = {place: cell.value for place, cell in self._cells.items()}
        return [{"row": self.names[row], **{c: values[row, c] for c in self.columns}} for row in self.rows]

    def to_pandas(self) -> Any:
        """The values as a pandas DataFrame, rows by name. Raises MissingExtra where pandas is not installed."""
        return pandas_table(self.to_dicts(), "row")

    def __repr__(self) -> str:
        return f"<Table {self.title}: {len(self.rows)} rows, columns {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        shown = []
        for row in self.rows:
            cells = {column: in_words(self._cells[row, column]) for column in self.columns}
            shown.append({"": self.names[row], **cells})
        return html_table(shown, self.title)


def in_words(cell: Cell) -> str:
    """A cell in words: its value, and how many claims of each verdict bear on it."""
    said = cell.note
    if isinstance(cell.value, bool):
        said = "yes" if cell.value else "no"
    elif isinstance(cell.value, tuple):
        said = ", ".join(cell.value)
    elif cell.value is not None:
        said = "none" if cell.value == math.inf else str(cell.value)
    counts = Counter(claim.verdict for claim in cell.claims)
    judged = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    return f"{said} [{judged}]" if judged else said or "—"


def compared_methods(atlas: Atlas, methods: Iterable[Entity | str]) -> Table:
    """Methods side by side. Raises UnknownEntity for an unknown id, ValueError for what is no method, or for none."""
    if isinstance(methods, str):
        raise ValueError(f'Give a list of ids:  compare(["{methods}", …])')
    entities = [atlas[method] for method in methods]
    chosen = list(dict.fromkeys(entity.id for entity in entities))
    if not chosen:
        raise ValueError('There is no method to compare. Give ids:  compare(["rope", "alibi"])')
    for entity in entities:
        if not isinstance(entity, Method):
            raise ValueError(f"{is_of_kind(entity.id, atlas.kind_of[entity.id])}; only methods are compared.")
    facts = {one.method.id: one for one in facts_of(atlas, load_laws(atlas.root / "evidence" / "laws"))}
    evidence = Evidence(atlas.claims(), lambda claim: atlas.verified.get(claim.id, []))
    cells = {
        (dimension.id, identifier): _computed(atlas, facts[identifier], dimension, evidence)
        for dimension in DIMENSIONS
        for identifier in chosen
    }
    names = {dimension.id: in_language(dimension.name, atlas.language) for dimension in DIMENSIONS}
    return Table(" and ".join(chosen), chosen, names, cells)


def _computed(atlas: Atlas, facts: Facts, dimension: Dimension, evidence: Evidence) -> Cell:
    claims = Entities(bearing.claim for bearing in evidence.of(facts.method, dimension))
    held = [atlas.provenance(facts.method, dimension.field)] if dimension.field else []
    if dimension.form == "date" and facts.paper:
        held = [atlas.provenance(facts.paper, "first_published")]
    elif dimension.form == "members":
        held = [atlas.provenance(model, "position_encoding.methods") for model in facts.models]
    elif not held:
        held = [atlas.provenance(facts.method)]
    laws = laws_of(facts, dimension.laws, dimension.failing)
    return Cell(dimension.value(facts), claims, laws, (*held, *claims.provenance))


def document_table(atlas: Atlas, asked: Entity | str) -> Table:
    """A comparison of the document. Raises UnknownEntity for an unknown id, ValueError for what is no comparison."""
    comparison = atlas[asked]
    if not isinstance(comparison, Comparison):
        known = ", ".join(atlas.comparisons.ids)
        raise ValueError(f"{is_of_kind(comparison.id, atlas.kind_of[comparison.id])}; the tables are {known}.")
    names = {str(n): in_language(row.name, atlas.language) for n, row in enumerate(comparison.rows, 1)}
    empty = Cell(None, Entities(), (), (atlas.provenance(comparison),))
    cells = {(row, method): empty for row in names for method in comparison.methods}
    for number, row in enumerate(comparison.rows):
        for place, cell in enumerate(row.cells):
            found = atlas.provenance(comparison, f"rows.{number}.cells.{place}")
            cells[str(number + 1), cell.method] = _judged(atlas, cell, found)
    return Table(comparison.text(), comparison.methods, {r: without_marks(n) for r, n in names.items()}, cells)


def _judged(atlas: Atlas, cell: DocumentCell, provenance: Provenance) -> Cell:
    claims = Entities(c for c in (atlas[i] for i in cell.claims if i in atlas) if isinstance(c, Claim))
    note = without_marks(in_language(cell.not_applicable, atlas.language)) if cell.not_applicable else ""
    value = without_marks(in_language(cell.text, atlas.language)) if cell.text else None
    if value is None and claims:
        value = without_marks(claims[0].text())
    return Cell(value, claims, (), (provenance, *claims.provenance), note)

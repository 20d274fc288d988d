"""Sequences that an atlas answers with: tuples that also become rows, a pandas table, or a table in a notebook."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from html import escape
from typing import Any, TypeVar

from posatlas.extras import needed
from posatlas.schema.provenance import Provenance

__all__ = ["Listing", "html_table", "pandas_table"]

T = TypeVar("T")
_MOST_SHOWN = 20  # rows of a table in a notebook
_LONGEST_CELL = 160


class Listing(tuple[T, ...]):
    """A tuple of answers."""

    @abstractmethod
    def to_dicts(self) -> list[dict[str, Any]]:
        """A row of plain values for each answer, in order; all rows have the same keys."""

    @property
    def provenance(self) -> tuple[Provenance, ...]:
        """Where each answer comes from, in order."""
        return tuple(answer.provenance for answer in self)  # type: ignore[attr-defined]

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame. Raises MissingExtra where pandas is not installed."""
        return pandas_table(self.to_dicts())

    def _repr_html_(self) -> str:
        return html_table(self.to_dicts(), repr(self))


def pandas_table(rows: list[dict[str, Any]], index: str | None = None, columns: Sequence[str] = ()) -> Any:
    """Rows as a pandas DataFrame, by the values of one key where it is named; `columns` where there is no row."""
    pandas = needed("pandas", "to_pandas()", "pandas")
    table = pandas.DataFrame(rows, columns=None if rows else columns)
    return table.set_index(index) if index is not None and rows else table


def html_table(rows: list[dict[str, Any]], caption: str) -> str:
    """The first rows as an HTML table with its caption; all text is escaped and cut to a readable length."""
    keys = [key for key in (rows[0] if rows else ()) if any(row[key] not in (None, "", [], {}) for row in rows)]
    head = "".join(f'<th scope="col" style="text-align:left">{escape(key)}</th>' for key in keys)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{escape(_short(row[key]))}</td>' for key in keys) + "</tr>"
        for row in rows[:_MOST_SHOWN]
    )
    more = f"<p>and {len(rows) - _MOST_SHOWN} more</p>" if len(rows) > _MOST_SHOWN else ""
    shown = f'<caption style="text-align:left">{escape(caption)}</caption>'
    return f"<div><table>{shown}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}</div>"


def _short(value: Any) -> str:
    if value is None:
        return ""
    text = ", ".join(map(str, value)) if _is_flat(value) else str(value)
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1].rstrip() + "…"


def _is_flat(value: Any) -> bool:
    return isinstance(value, list | tuple) and not any(isinstance(item, list | tuple | dict) for item in value)
